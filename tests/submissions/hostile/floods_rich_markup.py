"""Its error message is markup for the terminal library, closed, unclosed and wrong, and Markdown.

kind: floods
outcome: raised
where: wavelengths
score: <=97
"""


def wavelengths(d_model, base=10000.0):
    raise ValueError(
        "[red]x[/red] [bold][/] [/closed] [link=http://127.0.0.1:47999/]here[/link] [@click=app.bell]y[/] "
        "\\[not markup] [conceal]hidden[/conceal] :smile: [blink] [on red] [[ ]] "
        "# title\n| a | b |\n```\n**bold** [x](javascript:alert(1)) ![i](http://127.0.0.1:47999/) <!-- -->"
    )
