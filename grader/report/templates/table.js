// Sort the table by its headings and filter its rows. Without this script it is a plain table.
"use strict";
(() => {
  const table = document.getElementById("table");
  const body = table.tBodies[0];
  const headings = Array.from(table.tHead.rows[0].cells);
  const find = document.getElementById("find");
  const show = document.getElementById("show");
  const shown = document.getElementById("shown");
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
  const rows = Array.from(body.rows, (row) => ({
    row,
    name: row.cells[0].textContent.toLowerCase(),
    filters: row.dataset.f.split(" "),
  }));

  function number(text) {
    const value = Number.parseFloat(text.replace("\u2212", "-"));
    return Number.isNaN(value) ? -Infinity : value;
  }

  function sort(column) {
    const heading = headings[column];
    const numeric = heading.classList.contains("n");
    // The first click shows the lowest numbers first, because those submissions need attention.
    const descending = heading.getAttribute("aria-sort") === "ascending";
    headings.forEach((other) => other.removeAttribute("aria-sort"));
    heading.setAttribute("aria-sort", descending ? "descending" : "ascending");
    const keyed = rows.map((entry) => {
      const text = entry.row.cells[column].textContent.trim();
      return [numeric ? number(text) : text, entry.row];
    });
    keyed.sort(([a], [b]) => (numeric ? (a === b ? 0 : a < b ? -1 : 1) : order(a, b)));
    if (descending) keyed.reverse();
    body.append(...keyed.map(([, row]) => row));
  }

  function filter() {
    const wanted = find.value.trim().toLowerCase();
    let count = 0;
    for (const { row, name, filters } of rows) {
      const fits = name.includes(wanted) && (!show.value || filters.includes(show.value));
      row.hidden = !fits;
      count += fits ? 1 : 0;
    }
    shown.textContent = count
      ? shown.dataset.text.replace("{shown}", count).replace("{all}", rows.length)
      : shown.dataset.none;
  }

  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => sort(column));
  });
  find.addEventListener("input", filter);
  show.addEventListener("change", filter);
  document.getElementById("tools").hidden = false;
  filter();
})();
