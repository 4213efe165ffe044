"""Its error message is HTML, script, an SVG handler, the end of a CDATA section, a template and an XML entity.

kind: floods
outcome: raised
where: neighbour_cosine_curve
score: <=95
"""


def neighbour_cosine_curve(table, max_offset=8):
    raise ValueError(
        "<script>alert('hostile')</script><img src=x onerror=alert(1)><svg/onload=alert(1)>"
        "</textarea></title></pre></script><!-- ]]> &lt;b&gt; &#x3c; <!ENTITY x SYSTEM 'file:///etc/passwd'>"
        "\" onmouseover=\"alert(1)\" ' onfocus='alert(1)' {{ 7 * 7 }} {% raw %} ${7*7} javascript:alert(1)"
    )
