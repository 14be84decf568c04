// Fills the page from the data that lies in it. Every text of the model goes in as text, never as markup.
"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const at = (id) => document.getElementById(id);

  function element(name, text, className) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
  }

  function row(cells) {
    const tr = element("tr");
    for (const cell of cells) tr.append(cell instanceof Node ? cell : element("td", String(cell)));
    return tr;
  }

  const grouped = (number) => String(number).replace(/\B(?=(\d{3})+$)/g, ",");

  function show(id, title) {
    const section = at(id), item = element("li"), link = element("a", title);
    section.hidden = false;
    link.href = "#" + id;
    item.append(link);
    at("parts").append(item);
    return section;
  }

  // ---------------------------------------------------------------- summary, contracts, actions

  at("summary").textContent =
    grouped(data.states) + " states, " + grouped(data.transitions) + " transitions, depth " + data.depth +
    (data.complete ? "" : "; the exploration was not complete") + ". " + data.verdict;

  function fillTables() {
    if (data.contracts.length) {
      const body = show("contracts", "Contracts").querySelector("tbody");
      const words = { true: "holds", false: "broken", null: "not known" };
      for (const contract of data.contracts) {
        const verdict = element("td", words[contract.holds], contract.holds === null ? "unknown" : contract.holds ? "holds" : "broken");
        body.append(row([contract.kind, contract.name, verdict]));
      }
    }
    const body = show("actions", "Actions").querySelector("tbody");
    for (const action of data.actions)
      action.outcomes.forEach((outcome, i) => {
        const count = element("td", outcome.fired ? grouped(outcome.fired) : "never", "number");
        body.append(row([i ? "" : action.name, outcome.name, count]));
      });
    if (data.remarks.length) {
      const list = show("remarks", "Remarks").querySelector("ul");
      for (const remark of data.remarks) list.append(element("li", remark));
    }
  }

  // ---------------------------------------------------------------- states

  // The values of a state, those marked that differ from the state before.
  function fillState(body, values, before) {
    body.replaceChildren();
    data.names.forEach((name, i) => {
      if (values[i] === "" && (!before || before[i] === "")) return;
      const tr = row([name, values[i] === "" ? "absent" : values[i]]);
      if (before && before[i] !== values[i]) tr.className = "changed";
      body.append(tr);
    });
  }

  // ---------------------------------------------------------------- traces

  function makeViolation(violation, number) {
    const box = element("article", undefined, "violation");
    box.append(element("h3", violation.message));
    if (violation.because.length) box.append(element("pre", violation.because.join("\n"), "because"));
    if (!violation.trace.length) return box;
    const slider = element("input"), label = element("label", "Step "), shown = element("output");
    const steps = element("ol", undefined, "steps"), table = element("table", undefined, "state");
    const controls = element("div", undefined, "slider");
    table.append(element("tbody"));
    slider.type = "range";
    slider.min = 0;
    slider.max = violation.trace.length - 1;
    slider.value = slider.max;
    slider.id = "trace-" + number;
    label.htmlFor = slider.id;
    steps.start = 0;
    violation.trace.forEach((step, i) => {
      const item = element("li"), button = element("button", step.call + (step.outcome ? "  " + step.outcome : ""));
      button.type = "button";
      button.addEventListener("click", () => { slider.value = i; move(); });
      item.append(button);
      steps.append(item);
    });
    function move() {
      const now = Number(slider.value), step = violation.trace[now];
      shown.textContent = now + " of " + slider.max;
      [...steps.children].forEach((item, i) => i === now ? item.setAttribute("aria-current", "step") : item.removeAttribute("aria-current"));
      if (step.state) fillState(table.tBodies[0], step.state, now ? violation.trace[now - 1].state : null);
      else table.tBodies[0].replaceChildren(row(["This step leads nowhere: the model errs in it."]));
    }
    slider.addEventListener("input", move);
    controls.append(label, slider, shown);
    box.append(controls, steps, table);
    if (violation.replay) box.append(element("p", violation.replay, "path"));
    move();
    return box;
  }

  // ---------------------------------------------------------------- a suite

  function fillSuite(suite) {
    const section = show("suite", "Sequences"), body = section.querySelector("tbody"), list = at("sequences");
    for (const one of suite.coverage) body.append(row([one.criterion, element("td", grouped(one.covered), "number"), element("td", grouped(one.total), "number")]));
    for (const sequence of suite.sequences) {
      const box = element("details"), steps = element("ol");
      box.append(element("summary", sequence.name + "  (" + (sequence.steps.length - 1) + " steps)"));
      steps.start = 0;
      for (const step of sequence.steps) steps.append(element("li", step));
      box.append(steps);
      list.append(box);
    }
    if (suite.count > suite.sequences.length) list.append(element("p", "and " + grouped(suite.count - suite.sequences.length) + " more sequences"));
  }

  // ---------------------------------------------------------------- pictures: pan and zoom

  function makePicture(holder) {
    const svg = holder.querySelector("svg");
    if (!svg) return;
    const first = svg.getAttribute("viewBox").trim().split(/[ ,]+/).map(Number);
    let view = first.slice(), drag = null;
    const set = () => svg.setAttribute("viewBox", view.join(" "));
    function zoom(factor, x, y) {
      view = [x - (x - view[0]) * factor, y - (y - view[1]) * factor, view[2] * factor, view[3] * factor];
      set();
    }
    const middle = () => [view[0] + view[2] / 2, view[1] + view[3] / 2];
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    holder.addEventListener("wheel", (event) => {
      const box = svg.getBoundingClientRect();
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, view[0] + (event.clientX - box.left) / box.width * view[2], view[1] + (event.clientY - box.top) / box.height * view[3]);
    }, { passive: false });
    holder.addEventListener("pointerdown", (event) => { drag = [event.clientX, event.clientY, view[0], view[1]]; holder.setPointerCapture(event.pointerId); });
    holder.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const box = svg.getBoundingClientRect();
      view[0] = drag[2] - (event.clientX - drag[0]) / box.width * view[2];
      view[1] = drag[3] - (event.clientY - drag[1]) / box.height * view[3];
      set();
    });
    holder.addEventListener("pointerup", () => { drag = null; });
    holder.addEventListener("keydown", (event) => {
      const moves = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1], ArrowDown: [0, 0.1] }, by = moves[event.key];
      if (event.key === "+" || event.key === "=") zoom(1 / 1.2, ...middle());
      else if (event.key === "-") zoom(1.2, ...middle());
      else if (event.key === "0") { view = first.slice(); set(); }
      else if (by) { view[0] += by[0] * view[2]; view[1] += by[1] * view[3]; set(); }
      else return;
      event.preventDefault();
    });
  }

  // ---------------------------------------------------------------- a walk through the states

  function makeWalk(graph) {
    let path = [{ state: graph.starts[0], call: "" }];
    const leaving = new Map();
    for (const [from, to, label] of graph.transitions) {
      if (!leaving.has(from)) leaving.set(from, []);
      leaving.get(from).push([to, graph.labels[label]]);
    }
    function go(state, call) { path.push({ state, call }); draw(); }
    function draw() {
      const now = path[path.length - 1], before = path.length > 1 ? graph.states[path[path.length - 2].state] : null;
      const steps = leaving.get(now.state) || [];
      at("walk-number").textContent = now.state;
      fillState(at("walk-state").tBodies[0], graph.states[now.state], before);
      at("walk-steps").replaceChildren(...steps.map(([to, call]) => {
        const item = element("li"), button = element("button", call + (to === now.state ? "  (stays)" : ""));
        button.type = "button";
        button.addEventListener("click", () => { go(to, call); const next = at("walk-steps").querySelector("button"); if (next) next.focus(); });
        item.append(button);
        return item;
      }));
      at("walk-end").hidden = steps.length > 0;
      at("walk-back").disabled = path.length === 1;
      at("walk-path").textContent = path.slice(1).map((step) => step.call).join("; ");
    }
    at("walk-back").addEventListener("click", () => { if (path.length > 1) path.pop(); draw(); });
    at("walk-start").addEventListener("click", () => { path = [{ state: graph.starts[0], call: "" }]; draw(); });
    at("search").addEventListener("input", () => {
      const words = at("search").value.toLowerCase().split(/\s+/).filter((word) => word), most = 50;
      const text = (values) => values.map((value, i) => value === "" ? "" : data.names[i] + " " + value).join(" \u00b7 ").toLowerCase();
      const found = words.length ? graph.states.map((values, i) => [i, text(values)]).filter(([, line]) => words.every((word) => line.includes(word))) : [];
      at("search-count").textContent = words.length ? found.length + " of " + graph.states.length + " states" + (found.length > most ? ", the first " + most : "") : "";
      at("search-found").replaceChildren(...found.slice(0, most).map(([i]) => {
        const item = element("li"), values = graph.states[i];
        const button = element("button", i + ": " + values.map((value, k) => value === "" ? "" : data.names[k] + " " + value).filter((part) => part).join(" \u00b7 "));
        button.type = "button";
        button.addEventListener("click", () => { path = [{ state: i, call: "" }]; draw(); at("walk").scrollIntoView(); });
        item.append(button);
        return item;
      }));
    });
    show("walk", "Walk");
    draw();
  }

  // ----------------------------------------------------------------

  if (data.violations.length) {
    const section = show("violations", "What is broken");
    data.violations.forEach((violation, i) => section.append(makeViolation(violation, i)));
  }
  fillTables();
  if (data.suite) fillSuite(data.suite);
  if (document.querySelector(".picture")) {
    show("pictures", "Pictures");
    document.querySelectorAll(".picture").forEach(makePicture);
  }
  if (data.graph) makeWalk(data.graph);
})();
