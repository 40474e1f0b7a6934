"""The page in a real Chromium, opened from disk."""

import pytest
from small_run import ALGORITHMS, HOSTILE

pytestmark = pytest.mark.xdist_group("report")  # one small run for all


@pytest.fixture(scope="module")
def address(page, tmp_path_factory):
    path = tmp_path_factory.mktemp("page") / "report.html"
    path.write_text(page)
    return path.as_uri()


@pytest.fixture
def visit(chromium, address):
    """Open the page; any console message, error, dialog or request fails the test."""
    contexts, faults = [], []

    def opened(**options):
        options = {"viewport": {"width": 1280, "height": 900}, "color_scheme": "light", **options}
        contexts.append(chromium.new_context(**options))
        contexts[-1].set_default_timeout(180_000)  # other tests may keep the machine busy
        tab = contexts[-1].new_page()
        tab.on("console", lambda message: faults.append(f"console: {message.text}"))
        tab.on("pageerror", lambda error: faults.append(f"error: {error}"))
        tab.on(
            "request", lambda r: faults.append(f"request: {r.url}") if r.url != address else None
        )
        tab.on("dialog", lambda dialog: (faults.append("dialog"), dialog.dismiss()))
        tab.goto(address, wait_until="load")
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert faults == []


def order(tab, table="errors-0"):
    return tab.locator(f"#{table} tbody th").all_inner_texts()


def numbers(tab, column, table="errors-0", key="ours"):
    cells = tab.locator(f"#{table} tbody td:nth-child({column + 1})")
    return [float(cells.nth(i).get_attribute(f"data-{key}")) for i in range(cells.count())]


def is_open(tab, selector):
    return tab.locator(selector).evaluate("e => e.matches(':popover-open')")


def test_it_loads_fast_and_asks_for_nothing(visit, capsys):
    tab = visit()
    milliseconds = tab.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
    with capsys.disabled():
        print(f" [report.html of a small run: loaded in {milliseconds:.0f} ms] ", end="")
    assert tab.title() == "WeightBoost, reproduced"
    assert tab.locator("h1").inner_text() == "1 of 3 claims reproduced"
    # Nothing is loaded by any element either.
    assert tab.evaluate("performance.getEntriesByType('resource').length") == 0


def test_sorting_with_the_mouse(visit):
    tab = visit()
    original = order(tab)
    head = tab.locator("#errors-0 thead th").nth(1)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert numbers(tab, 1) == sorted(numbers(tab, 1))
    head.locator("button").click()
    assert head.get_attribute("aria-sort") == "descending"
    assert numbers(tab, 1) == sorted(numbers(tab, 1), reverse=True)
    head.locator("button").click()
    assert head.get_attribute("aria-sort") is None
    assert order(tab) == original


def test_sorting_with_the_keyboard(visit):
    tab = visit()
    tab.locator("#errors-0 thead button").first.focus()
    tab.keyboard.press("Enter")
    assert order(tab) == sorted(order(tab), key=str.lower)
    tab.keyboard.press("Tab")
    tab.keyboard.press("Space")
    assert numbers(tab, 1) == sorted(numbers(tab, 1))
    assert tab.locator("#errors-0 th[aria-sort]").count() == 1


def test_sorting_by_difference_puts_what_is_not_printed_last(visit):
    tab = visit()
    tab.select_option("select[data-table='errors-0']", "difference")
    for _ in range(2):
        tab.locator("#errors-0 thead button").nth(2).click()
        assert order(tab)[-1] == HOSTILE
    gaps = tab.locator("#errors-0 tbody td:nth-child(3)")
    first, second = (float(gaps.nth(i).get_attribute("data-difference")) for i in (0, 1))
    assert first >= second


def test_details_with_the_keyboard(visit):
    tab = visit()
    cell = tab.locator("#errors-0 button.cell").first
    cell.focus()
    tab.keyboard.press("Enter")
    assert is_open(tab, "#errors-0-0")
    shown = tab.locator("#errors-0-0").inner_text()
    assert f"Pima, {ALGORITHMS[0]}" in shown
    assert "why fits ended" in shown
    tab.keyboard.press("Escape")
    assert not is_open(tab, "#errors-0-0")


def test_details_with_the_pointer_rest_and_press(visit):
    tab = visit()
    cell = tab.locator("#errors-0 button.cell").nth(1)
    cell.hover()
    tab.locator("#errors-0-1:popover-open").wait_for()
    tab.mouse.move(5, 5)
    tab.locator("#errors-0-1:popover-open").wait_for(state="detached")
    cell.click()
    tab.mouse.move(5, 5)
    assert is_open(tab, "#errors-0-1")  # pressed details stay
    cell.click()
    assert not is_open(tab, "#errors-0-1")


def test_claims_unfold_and_are_filtered(visit):
    tab = visit()
    first = tab.locator(".claims details").first
    assert not first.locator("dl").is_visible()
    first.locator("summary").focus()
    tab.keyboard.press("Enter")
    assert first.locator("dl").is_visible()
    tab.locator(".filters button", has_text="not reproduced").click()
    assert tab.locator(".claims li:visible").count() == 1
    tab.locator(".filters button").first.click()
    assert tab.locator(".claims li:visible").count() == 3


BACKGROUND = "getComputedStyle(document.body).backgroundColor"
INK = "getComputedStyle(document.querySelector('.drawing text')).fill"


def test_both_colour_schemes_and_the_button(visit):
    light, dark = visit(), visit(color_scheme="dark")
    assert light.evaluate(BACKGROUND) == "rgb(255, 255, 255)"
    assert dark.evaluate(BACKGROUND) == "rgb(18, 22, 27)"
    assert light.evaluate(INK) != dark.evaluate(INK)  # figures, too
    for name, colour in (("light", "rgb(255, 255, 255)"), ("dark", "rgb(18, 22, 27)")):
        dark.locator("#theme").click()
        assert dark.locator("#theme").inner_text() == f"Colours: {name}"
        assert dark.evaluate(BACKGROUND) == colour
    dark.locator("#theme").click()
    assert dark.locator("#theme").inner_text() == "Colours: system"


@pytest.mark.parametrize("width", [320, 360, 768])
def test_no_sideways_scrolling_on_a_phone(visit, width):
    tab = visit(viewport={"width": width, "height": 740})
    tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    boxes = tab.locator(".scroll")
    for i in range(boxes.count()):
        assert boxes.nth(i).get_attribute("tabindex") == "0"
    if width == 360:  # wide tables scroll in their own box, by keyboard
        box = tab.locator(".scroll:has(#errors-0)")
        assert box.evaluate("e => e.scrollWidth > e.clientWidth")
        box.focus()
        while not box.evaluate("e => e.scrollLeft"):  # scrolling is smooth
            tab.keyboard.press("ArrowRight")
        tab.locator("#errors-0 button.cell").nth(2).click()
        details = tab.locator("#errors-0-2").bounding_box()
        assert details["x"] >= 0
        assert details["x"] + details["width"] <= width


def test_hostile_names_are_shown_as_text(visit):
    tab = visit()
    assert HOSTILE in order(tab)
    assert HOSTILE in tab.locator("#f1-paper tbody").text_content()
    assert HOSTILE in tab.locator("#noise svg").text_content()
    assert tab.locator("script").count() == 1


def test_numbers_are_saved_from_disk(visit, tmp_path):
    tab = visit()
    with tab.expect_download() as download:
        tab.locator("a[download='figure1.csv']").click()
    assert download.value.suggested_filename == "figure1.csv"
    download.value.save_as(tmp_path / "figure1.csv")
    assert (tmp_path / "figure1.csv").read_text().startswith("dataset,algorithm,ours")


def test_print_has_the_evidence_and_no_buttons(visit):
    tab = visit(color_scheme="dark")
    tab.emulate_media(media="print")
    assert tab.evaluate(BACKGROUND) == "rgb(255, 255, 255)"
    assert not tab.locator("nav").is_visible()
    tab.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert tab.locator(".claims dl:visible").count() == 3
    tab.evaluate("dispatchEvent(new Event('afterprint'))")
    assert tab.locator(".claims dl:visible").count() == 0
    assert len(tab.pdf(format="A4")) > 10_000


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_no_serious_accessibility_finding(visit, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    tab = visit(color_scheme=scheme, viewport={"width": width, "height": 900})
    tab.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    tab.locator("#errors-0 button.cell").first.click()
    found = axe.Axe().run(tab).response
    assert len(found["passes"]) > 15
    serious = [
        (fault["id"], [node["target"] for node in fault["nodes"]][:3], fault["help"])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]
    assert serious == []
