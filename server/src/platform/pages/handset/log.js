/** Keeps unchanged bubbles in place, so that an open list or the focus in one is not lost. */
export function redraw(log, items) {
  const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 80
  const drawn = items.map(({ mark, draw }, at) => {
    const before = log.children[at]
    return before?.dataset.mark === mark ? before : draw()
  })
  for (const [at, bubble] of drawn.entries()) {
    const before = log.children[at]
    if (!before) log.append(bubble)
    else if (before !== bubble) replace(before, bubble)
  }
  while (log.children.length > drawn.length) log.lastElementChild.remove()
  if (atEnd) log.scrollTop = log.scrollHeight
}

const lively = 'summary, button, input, a, pre'

/** Preserves expanded lists, checked boxes and keyboard focus. */
function replace(before, after) {
  const opened = [...before.querySelectorAll('details')].map(({ open }) => open)
  for (const [at, details] of after.querySelectorAll('details').entries()) details.open = opened[at] ?? false
  const [old, fresh] = [[...before.querySelectorAll(lively)], [...after.querySelectorAll(lively)]]
  const focused = old.indexOf(document.activeElement)
  for (const [at, field] of fresh.entries()) if (old[at]?.checked) field.checked = true
  before.replaceWith(after)
  fresh[focused]?.focus()
}
