// Uses the page as a person would and writes what it saw into an element "driver": run_page.py reads it back.
(function () {
  "use strict";
  const seen = { errors: window.pageErrors };
  const at = (id) => document.getElementById(id);
  const texts = (selector) => [...document.querySelectorAll(selector)].map((node) => node.textContent);
  const input = (node, value) => { node.value = value; node.dispatchEvent(new Event("input", { bubbles: true })); };
  const press = (node, key) => node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));

  seen.parts = texts("#parts a");
  seen.contracts = texts("#contracts tbody td:last-child");
  seen.actions = document.querySelectorAll("#actions tbody tr").length;
  seen.coverage = [...document.querySelectorAll("#suite tbody tr")].map((tr) => [...tr.cells].map((cell) => cell.textContent).join("|"));
  seen.sequences = texts("#sequences summary");
  const slider = document.querySelector(".violation input[type=range]");
  if (slider) {
    seen.messages = texts(".violation h3");
    seen.last = texts(".violation .state tr.changed");
    input(slider, 0);
    seen.first = texts(".violation .state tr");
    seen.current = texts(".violation li[aria-current]");
    document.querySelector(".violation ol li:nth-child(2) button").click();
    seen.clicked = [slider.value, texts(".violation li[aria-current]")[0]];
  }
  const picture = document.querySelector(".picture");
  if (picture) {
    const box = () => picture.querySelector("svg").getAttribute("viewBox");
    const whole = box();
    press(picture, "+");
    const near = box();
    press(picture, "ArrowRight");
    const moved = box();
    press(picture, "0");
    seen.zoom = [whole !== near, near !== moved, box() === whole || box().split(" ").map(Number).join() === whole.split(" ").map(Number).join()];
    seen.pictures = document.querySelectorAll(".picture svg").length;
  }
  if (!at("walk").hidden) {
    const start = at("walk-number").textContent;
    seen.steps = texts("#walk-steps button");
    document.querySelector("#walk-steps button").click();
    seen.walked = [at("walk-number").textContent !== start || seen.steps[0].includes("stays"), at("walk-path").textContent, document.activeElement.tagName];
    at("walk-back").click();
    seen.back = at("walk-number").textContent === start && at("walk-path").textContent === "";
    input(at("search"), "confirmed#nothing");
    seen.nothing = texts("#search-found button").length;
    input(at("search"), seen.steps.length ? "0" : "");
    seen.found = texts("#search-found button").length;
    const button = document.querySelector("#search-found button");
    if (button) { button.click(); seen.jumped = at("walk-number").textContent; }
  }
  seen.images = document.querySelectorAll("img, iframe, object, script[src], link").length;
  seen.injected = window.injected === undefined;
  const out = document.createElement("pre");
  out.id = "driver";
  out.textContent = JSON.stringify(seen);
  document.body.append(out);
})();
