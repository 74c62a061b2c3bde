"""The parts of a page that programs write: between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->`."""


def write_section(page, name, lines):
    begin, end = f"<!-- {name}:begin -->\n", f"<!-- {name}:end -->"
    head, _, rest = page.read_text().partition(begin)
    page.write_text(head + begin + "\n" + "\n".join(lines) + "\n\n" + rest[rest.index(end):])
