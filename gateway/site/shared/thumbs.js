import { h } from './elements.js';

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Images of which one is chosen: a group of radio buttons, in which as in any other an arrow chooses the next.
 * @param {Element} place where they stand
 * @param {(value: object) => void} onChoice told whenever a person chooses one
 */
export function createThumbs(place, onChoice) {
  let items = [];
  let chosen = -1;
  place.addEventListener('keydown', (event) => {
    const step = STEPS[event.key];
    if (!step || items.length === 0) return;
    event.preventDefault();
    choose((chosen + step + items.length) % items.length);
    place.children[chosen].focus();
  });

  function mark(index) {
    chosen = index;
    for (const [at, button] of [...place.children].entries()) {
      button.setAttribute('aria-checked', String(at === index));
      button.tabIndex = at === index ? 0 : -1;
    }
  }

  function choose(index) {
    mark(index);
    onChoice(items[index].value);
  }

  const thumb = ({ src, name }, index) =>
    h(
      'button',
      {
        type: 'button',
        class: 'thumb',
        role: 'radio',
        'aria-checked': 'false',
        tabindex: -1,
        click: () => choose(index),
      },
      h('img', { src, alt: '', loading: 'lazy', width: 120, height: 120 }),
      name,
    );

  return {
    /** With one of their values chosen; nobody is told. */
    show(next, value) {
      const hasFocus = place.contains(document.activeElement);
      items = next;
      place.replaceChildren(...items.map(thumb));
      mark(items.findIndex((item) => item.value === value));
      if (hasFocus) place.children[chosen]?.focus();
    },
  };
}
