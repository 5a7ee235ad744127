/** Creates an element with attributes, listeners (`on…`) and content. Text never becomes markup. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value)
    else if (key !== 'href' || leadsSomewhere(value)) made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== ''))
  return made
}

const schemes = ['http:', 'https:', 'tel:', 'mailto:']

/** Other schemes, such as `javascript:`, would execute code from a message. */
function leadsSomewhere(address) {
  return URL.canParse(address) && schemes.includes(new URL(address).protocol)
}

let names = 0

/** A field and its label, associated by a generated id. */
export function labelled(words, field) {
  field.id ||= `field-${++names}`
  return element('div', { class: 'field' }, element('label', { for: field.id }, words), field)
}

export function choices(options, chosen) {
  return options.map(([value, words]) => element('option', { value, selected: value === chosen }, words))
}
