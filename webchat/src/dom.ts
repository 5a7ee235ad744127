type Child = Node | string | undefined | false
type Properties = { [name: string]: string | boolean | undefined | ((event: Event) => void) }

/** Creates an element; strings become text nodes, functions become listeners. Markup is never parsed. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Properties = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (typeof value === 'string') element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child !== undefined && child !== false))
  return element
}

const svg = 'http://www.w3.org/2000/svg'

/** A decorative line icon on a 24 by 24 grid. */
export function icon(path: string): SVGElement {
  const picture = document.createElementNS(svg, 'svg')
  picture.setAttribute('viewBox', '0 0 24 24')
  picture.setAttribute('aria-hidden', 'true')
  const line = document.createElementNS(svg, 'path')
  line.setAttribute('d', path)
  picture.append(line)
  return picture
}
