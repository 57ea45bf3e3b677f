const SVG = 'http://www.w3.org/2000/svg';

/** An element with attributes (functions become listeners; null and false are left out) and children; text is never markup. */
export const h = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

/** The same for pictures that are drawn. */
export const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const byId = (id) => document.getElementById(id);

/** Numbers keep their attributes; what they are called is the caller's. */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** Puts a sentence where a screen reader announces it; `kind` is good, bad or nothing. */
export function tell(element, text, kind = '') {
  element.textContent = text;
  element.className = `note ${kind}`;
}
