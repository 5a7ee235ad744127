import { call } from './api.js'
import { bubbleOf } from './bubble.js'
import { element } from './dom.js'
import { redraw } from './log.js'
import { doneOn, itemsOf, merged, sentItem } from './turns.js'

const mostTurns = 50
const newestTurns = 3

/**
 * The conversation of a persona with the agent, drawn into `log`. `tell` receives the turns and the selected one after
 * each change; `ended` receives errors that this conversation cannot handle.
 */
export function conversationOf({ path, persona, log, tell, ended }) {
  const state = { turns: [], picked: undefined, pending: undefined, failed: undefined, sent: new Map(), gone: false }

  const draw = () => {
    if (state.gone) return
    redraw(log, drawings(persona, state, { doing, pick, again }))
    tell(state.turns, state.picked)
  }
  const pick = (turnId) => {
    state.picked = turnId
    draw()
  }

  async function play(turn, shown) {
    if (state.pending) return
    Object.assign(state, { pending: { turn, shown }, failed: undefined })
    draw()
    toEnd(log)
    try {
      const { turnId } = await call('POST', `${path}/turns`, { turn })
      if (shown.native?.type === 'media') state.sent.set(turnId, shown)
      await look()
      state.picked = turnId
    } catch (error) {
      state.failed = { turn, shown, words: error.message }
      ended(error)
    }
    state.pending = undefined
    draw()
    toEnd(log)
  }
  const doing = (event, labels) => {
    const { turn, shown } = doneOn(event, labels)
    return play(turn, shown)
  }
  const again = () => play(state.failed.turn, state.failed.shown)

  /** Reads the newest turns, or all of them if the newest do not overlap with the known ones. */
  async function look() {
    const { data: newest } = await call('GET', `${path}/turns?limit=${newestTurns}`)
    const joined = state.turns.length > 0 || newest.length < newestTurns ? merged(state.turns, newest) : undefined
    const turns = joined ?? (await call('GET', `${path}/turns?limit=${mostTurns}`)).data
    const last = turns.at(-1)?.turnId
    const isNew = last !== state.turns.at(-1)?.turnId
    state.turns = turns
    if (isNew || !turns.some(({ turnId }) => turnId === state.picked)) state.picked = last
  }

  return {
    pick,
    play,
    says: (text) => play(text, sentItem(text)),
    isBusy: () => state.pending !== undefined,
    leave: () => {
      state.gone = true
    },
    async refresh() {
      await look()
      draw()
    },
  }
}

/** The tapped element may be gone; keyboard focus then moves to the messages. */
const toEnd = (log) => {
  log.scrollTop = log.scrollHeight
  if (document.activeElement === document.body) log.focus({ preventScroll: true })
}

function drawings({ channel, historySeed }, state, acts) {
  const items = itemsOf({ historySeed }, state.turns).map((item) => withPicture(item, state.sent))
  const lastBubble = items.findLast(({ kind }) => kind === 'bubble')
  const drawn = items.map((item) =>
    drawing(item, { channel, state, acts, newest: item === lastBubble && !state.pending }),
  )
  const { pending, failed } = state
  const waiting = pending ? [pendingItem(pending.shown, channel), typing] : []
  return [...drawn, ...waiting, ...(failed ? [failedItem(failed, channel, acts.again)] : []), ...hint(items, pending)]
}

/** A turn says that a file was sent, but not which one; this page knows the files that it sent itself. */
function withPicture(item, sent) {
  return item.direction === 'in' && sent.has(item.turnId) ? { ...item, ...sent.get(item.turnId) } : item
}

function drawing(item, { channel, state, acts, newest }) {
  const isPicked = item.turnId !== undefined && item.turnId === state.picked
  const mark = JSON.stringify([item, newest, isPicked])
  const why = () => whyButton(item, isPicked, acts.pick)
  if (item.kind !== 'bubble') return { mark, draw: () => noteOf(item, mark, item.last ? why() : undefined) }
  const footOf = () => (item.last || item.earlier ? element('footer', {}, timeOf(item), item.last ? why() : '') : '')
  return { mark, draw: () => bubbleOf(item, { channel, newest, doing: acts.doing, mark, footOf }) }
}

function timeOf({ at, earlier }) {
  if (earlier) return element('span', {}, 'earlier')
  const time = new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
  return element('time', { datetime: at }, time)
}

function whyButton({ turnId }, isPicked, pick) {
  const onclick = () => {
    pick(turnId)
    document.getElementById('inspector').scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }
  return element('button', { type: 'button', class: 'why', 'aria-pressed': String(isPicked), onclick }, 'Why?')
}

function noteOf({ kind, text }, mark, more) {
  const sign = kind === 'effect' ? 'Recorded, not executed: ' : ''
  return element('li', { class: `note ${kind}`, 'data-mark': mark }, element('span', {}, sign + text), more)
}

const nothing = () => undefined

function pendingItem(shown, channel) {
  const mark = JSON.stringify(['pending', shown])
  const draw = () =>
    shown.kind === 'note'
      ? noteOf(shown, mark)
      : bubbleOf(shown, { channel, newest: false, doing: nothing, mark, footOf: nothing })
  return { mark, draw }
}

const typing = {
  mark: 'typing',
  draw: () =>
    element(
      'li',
      { class: 'dots', 'data-mark': 'typing' },
      element('span', { class: 'unseen' }, 'The agent is typing'),
      [1, 2, 3].map(() => element('i', { 'aria-hidden': 'true' })),
    ),
}

function failedItem({ shown, words }, channel, again) {
  const mark = JSON.stringify(['failed', shown, words])
  const draw = () => {
    const retry = element('button', { type: 'button', class: 'again', onclick: again }, 'Try again')
    const foot = () => element('footer', { class: 'failed', role: 'alert' }, element('span', {}, words), retry)
    if (shown.kind === 'note') return element('li', { class: 'note', 'data-mark': mark }, shown.text, foot())
    return bubbleOf(shown, { channel, newest: false, doing: nothing, mark, footOf: foot })
  }
  return { mark, draw }
}

function hint(items, pending) {
  if (pending || items.length > 0) return []
  const words = 'No messages yet. Write as this person would: “Hello”, “When are you open?”, “I want to book”.'
  return [{ mark: 'hint', draw: () => element('li', { class: 'hint', 'data-mark': 'hint' }, words) }]
}
