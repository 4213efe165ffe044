// Sort the table by its headings and filter its rows. Without this script it is a plain table.
"use strict";
(() => {
  const table = document.getElementById("table");
  const body = table.tBodies[0];
  const headings = Array.from(table.tHead.rows[0].cells);
  const find = document.getElementById("find");
  const least = document.getElementById("least");
  const most = document.getElementById("most");
  const tools = document.getElementById("tools");
  const choices = Array.from(tools.querySelectorAll("select"));
  const controls = Array.from(tools.querySelectorAll("input, select"));
  const shown = document.getElementById("shown");
  const order = new Intl.Collator(document.documentElement.lang, { numeric: true }).compare;
  const rows = Array.from(body.rows, (row) => ({
    row,
    name: row.cells[0].textContent.toLowerCase(),
    filters: new Set(row.dataset.f.split(" ")),
    points: Number.parseFloat(row.dataset.s),
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
    const chosen = choices.map((choice) => choice.value).filter(Boolean);
    const low = least.value === "" ? -Infinity : Number(least.value);
    const high = most.value === "" ? Infinity : Number(most.value);
    let count = 0;
    for (const { row, name, filters, points } of rows) {
      const fits =
        name.includes(wanted) &&
        chosen.every((code) => filters.has(code)) &&
        low <= points &&
        points <= high;
      row.hidden = !fits;
      count += fits ? 1 : 0;
    }
    shown.textContent = count
      ? shown.dataset.text.replace("{shown}", count).replace("{all}", rows.length)
      : shown.dataset.none;
  }

  // The address keeps what was chosen, so that a filtered table can be kept or sent to somebody.
  function remember() {
    const kept = new URLSearchParams();
    for (const control of controls) if (control.value) kept.set(control.id, control.value);
    const text = kept.toString();
    history.replaceState(null, "", text ? `#${text}` : location.pathname + location.search);
  }

  function recall() {
    const kept = new URLSearchParams(location.hash.slice(1));
    for (const control of controls) if (kept.has(control.id)) control.value = kept.get(control.id);
    filter();
  }

  headings.forEach((heading, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => sort(column));
  });
  for (const control of controls)
    control.addEventListener("input", () => {
      filter();
      remember();
    });
  addEventListener("hashchange", recall);
  tools.hidden = false;
  recall();
})();
