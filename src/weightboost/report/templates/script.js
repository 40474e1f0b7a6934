"use strict";

// Sorting: a first press sorts upwards, a second downwards, a third restores the paper's order.
for (const table of document.querySelectorAll("table.sortable")) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const heads = [...table.tHead.rows[0].cells];
  const by = document.querySelector(`select[data-table="${table.id}"]`);
  by.closest("label").hidden = false;

  const value = (row, column) => {
    const cell = row.cells[column];
    if (column === 0) return cell.textContent.trim().toLowerCase();
    const text = cell.dataset[by.value];
    return text ? Number(text) : Infinity; // what has no number stands last
  };
  const sort = (column, direction) => {
    heads.forEach((head, i) => {
      if (i === column && direction) head.setAttribute("aria-sort", direction);
      else head.removeAttribute("aria-sort");
    });
    const sign = direction === "descending" ? -1 : 1;
    const rows = [...original];
    if (direction) {
      rows.sort((a, b) => {
        const [x, y] = [value(a, column), value(b, column)];
        if (x === y) return 0;
        if (x === Infinity || y === Infinity) return x === Infinity ? 1 : -1;
        return (x < y ? -1 : 1) * sign;
      });
    }
    body.append(...rows);
  };
  heads.forEach((head, column) => {
    head.querySelector("button").addEventListener("click", () => {
      const next = { ascending: "descending", descending: null };
      const now = head.getAttribute("aria-sort");
      sort(column, now ? next[now] : "ascending");
    });
  });
  by.addEventListener("change", () => {
    const column = heads.findIndex((head) => head.hasAttribute("aria-sort"));
    if (column > 0) sort(column, heads[column].getAttribute("aria-sort"));
  });
}

// Details of a cell: pressing is the browser's own popover; here they are put beside their cell,
// and shown while the pointer rests on it.
const place = (details, cell) => {
  details.classList.add("placed");
  const box = cell.getBoundingClientRect();
  const [width, height] = [details.offsetWidth, details.offsetHeight];
  const left = Math.min(Math.max(8, box.right - width), innerWidth - width - 8);
  const below = box.bottom + 6;
  const top = below + height < innerHeight ? below : Math.max(8, box.top - height - 6);
  details.style.left = `${left}px`;
  details.style.top = `${top}px`;
};
for (const cell of document.querySelectorAll("button.cell")) {
  const details = document.getElementById(cell.getAttribute("popovertarget"));
  let pinned = false;
  let timer;
  details.addEventListener("toggle", (event) => {
    if (event.newState === "open") place(details, cell);
    else pinned = false;
  });
  // A press on details that the pointer has opened keeps them; the browser's own would close them.
  cell.addEventListener("click", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (details.matches(":popover-open") && pinned) {
      details.hidePopover();
    } else {
      if (!details.matches(":popover-open")) details.showPopover();
      pinned = true;
    }
  });
  cell.addEventListener("pointerenter", (event) => {
    if (event.pointerType !== "mouse") return;
    timer = setTimeout(() => {
      const other = document.querySelector(".details:popover-open");
      if (!other) details.showPopover();
    }, 150);
  });
  cell.addEventListener("pointerleave", () => {
    clearTimeout(timer);
    if (!pinned && details.matches(":popover-open")) details.hidePopover();
  });
}
// They follow their cell; a box that scrolls sideways tells only its own listeners.
addEventListener("scroll", () => {
  const open = document.querySelector(".details:popover-open");
  if (open) place(open, document.querySelector(`[popovertarget="${open.id}"]`));
}, { passive: true, capture: true });

// Claims by verdict.
const filters = document.querySelector(".filters");
if (filters) {
  filters.hidden = false;
  filters.addEventListener("click", (event) => {
    const pressed = event.target.closest("button");
    if (!pressed) return;
    for (const button of filters.querySelectorAll("button")) {
      button.setAttribute("aria-pressed", String(button === pressed));
    }
    for (const claim of document.querySelectorAll(".claims li")) {
      claim.hidden = pressed.dataset.verdict !== "" && claim.dataset.verdict !== pressed.dataset.verdict;
    }
  });
}

// Colours: the system's, or a choice that is kept where the browser lets a page from disk keep it.
const theme = document.getElementById("theme");
const themes = ["system", "light", "dark"];
const show = (name) => {
  if (name === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = name;
  theme.querySelector("span").textContent = name;
};
let chosen = null;
try {
  chosen = localStorage.getItem("weightboost-theme");
} catch { /* nothing is kept */ }
show(themes.includes(chosen) ? chosen : "system");
theme.hidden = false;
theme.addEventListener("click", () => {
  const now = theme.querySelector("span").textContent;
  const next = themes[(themes.indexOf(now) + 1) % themes.length];
  show(next);
  try {
    localStorage.setItem("weightboost-theme", next);
  } catch { /* nothing is kept */ }
});

// On paper nothing can be opened: claims are printed with their evidence.
let opened = [];
addEventListener("beforeprint", () => {
  opened = [...document.querySelectorAll("details:not([open])")];
  for (const details of opened) details.open = true;
});
addEventListener("afterprint", () => {
  for (const details of opened) details.open = false;
});
