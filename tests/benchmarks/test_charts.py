import math
import re
import xml.etree.ElementTree as ElementTree

from benchmarks.charts import log_chart

SERIES = {"one": [0.5, 0.25, 0.0, 1e-9], "other": [math.nan, 0.1, 0.1, 0.1]}
TEXT = log_chart(SERIES, "a title", "cards", "how often")


def test_a_chart_is_the_same_every_time():
    assert log_chart(SERIES, "a title", "cards", "how often") == TEXT


def test_a_chart_says_what_it_shows():
    words = {element.text for element in ElementTree.fromstring(TEXT).iter() if element.text}
    assert {"a title", "cards", "how often", "one", "other"} <= words


def test_a_value_that_the_scale_has_not_leaves_a_gap():
    """Every point is a use of the marker's drawing; the axes are the same."""
    points = [
        log_chart({"all": [0.5, middle, 0.1]}, "", "", "").count("<use ")
        for middle in (0.3, 0.0, math.nan)
    ]
    assert points[0] - 1 == points[1] == points[2]


def test_only_middle_tones_on_no_background():
    """Whatever is drawn is as far from white as from black."""
    colours = set(re.findall(r"(?:fill|stroke): (#[0-9a-f]{6})", TEXT))
    assert colours
    for colour in colours:
        red, green, blue = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
        assert 0.25 < 0.2126 * red + 0.7152 * green + 0.0722 * blue < 0.75
