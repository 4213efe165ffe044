# to do


# tomorrow
