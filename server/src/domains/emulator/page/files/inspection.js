import { element } from './dom.js'

/** The sections of an inspected turn, in the order a reader needs them; empty sections are omitted. */
export function partsOf(turn) {
  const { inspection } = turn
  const folded = inspection ? explained(turn, inspection) : []
  return [{ open: true, body: summaryOf(turn) }, ...folded, captured(turn), sent(turn)].filter(Boolean)
}

function explained({ warnings }, inspection) {
  const { flow, knowledge, toolCalls, modelCalls, ruleHits, sections } = inspection
  return [
    troubles(warnings, ruleHits),
    flow && { name: 'Flow', count: flow.step === undefined ? 'finished' : `step ${flow.step + 1}`, body: flowOf(flow) },
    listed('Knowledge found', knowledge, knowledgeItem),
    listed('Tools called', toolCalls, toolItem),
    listed('Model calls', modelCalls, modelItem),
    listed('Prompt', sections, sectionItem, `${sections.length} sections`),
  ]
}

function summaryOf({ at, input, playbookId, inspection, warnings }) {
  const heard = input ? `“${input.text}”` : 'No message from the person. The agent started the conversation.'
  const facts = inspection ? factsOf(playbookId, inspection) : [['Playbook', playbookId]]
  const rows = facts.filter(([, value]) => value !== undefined && value !== '')
  const unexplained = inspection ? [] : [element('p', { class: 'quiet' }, 'No further details for this reply.')]
  return element(
    'div',
    { class: 'summary' },
    element('p', { class: 'heard' }, heard),
    element('p', { class: 'quiet' }, spentWords(at, inspection)),
    element(
      'dl',
      {},
      rows.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)]),
    ),
    inspection ? [] : warnings.map((words) => element('p', { class: 'warning' }, words)),
    unexplained,
  )
}

function factsOf(playbookId, { nextPlaybookId, goalId, outreachId, goalsReached, outcomes }) {
  const moved = nextPlaybookId !== undefined && nextPlaybookId !== playbookId
  return [
    ['Playbook', moved ? `${playbookId ?? 'none'} → ${nextPlaybookId}` : (playbookId ?? 'none (no playbook active)')],
    ['Goal', goalId],
    ['Outreach', outreachId],
    ['Goals reached', goalsReached.join(', ')],
    ['Outcome', outcomes.join(', ')],
  ]
}

const several = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`

function spentWords(at, inspection) {
  const time = new Date(at).toLocaleTimeString()
  if (!inspection) return time
  const { milliseconds, modelCalls, toolCalls } = inspection
  const tokens = modelCalls.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + outputTokens, 0)
  const spent = [
    `${milliseconds} ms`,
    several(modelCalls.length, 'model call'),
    several(tokens, 'token'),
    several(toolCalls.length, 'tool'),
  ]
  return `${time} · ${spent.join(' · ')}`
}

function troubles(warnings, ruleHits) {
  const items = [
    ...ruleHits.map(({ ruleId, action, text }) => [
      `Rule ${ruleId}: ${action === 'block' ? 'blocked' : 'rewritten'}`,
      text,
    ]),
    ...warnings.map((words) => [words]),
  ]
  if (items.length === 0) return undefined
  const lines = items.map(([words, text]) => element('li', {}, words, text ? element('small', {}, text) : undefined))
  return { open: true, body: element('ul', { class: 'warning', 'aria-label': 'Rules and warnings' }, lines) }
}

function listed(name, entries, itemOf, count = String(entries.length)) {
  if (entries.length === 0) return undefined
  return { name, count, body: element('ul', { class: 'entries' }, entries.map(itemOf)) }
}

function flowOf({ playbookId, step, slots, trace }) {
  const filled = Object.entries(slots)
  const rows = filled.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, wordsOf(value))])
  const steps = trace.map((line) => element('li', {}, line))
  return element(
    'div',
    {},
    element('p', { class: 'quiet' }, `Playbook: ${playbookId}`),
    filled.length > 0
      ? element('dl', {}, rows)
      : element('p', { class: 'quiet' }, step === undefined ? '' : 'No slots filled yet.'),
    steps.length > 0 ? element('ol', { class: 'trace' }, steps) : undefined,
  )
}

const wordsOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value))

function knowledgeItem({ kind, id, title, score }) {
  const part = Math.max(0, Math.min(1, score))
  const meter = element('meter', { min: 0, max: 1, value: part, 'aria-label': `Score of ${title || id}` })
  const right = element('span', { class: 'score' }, meter, score.toFixed(2))
  return element('li', { class: 'spread' }, element('span', {}, element('small', {}, kind), title || id), right)
}

function toolItem({ name, given, ok, called, result, milliseconds }) {
  const became = called ? (ok ? 'done' : 'failed') : 'refused'
  const right = element('span', { class: `became ${became}` }, `${became} · ${milliseconds} ms`)
  const headed = (title, value) => [element('h4', {}, title), jsonOf(value)]
  return foldedItem(name, right, ...headed('Arguments', given), ...headed('Result', result))
}

/** An expandable line: its name, the text at its right, and its content. */
function foldedItem(name, right, ...content) {
  const summary = element('summary', { class: 'spread' }, element('code', {}, name), right)
  return element('li', {}, element('details', {}, summary, ...content))
}

function modelItem({
  purpose,
  provider,
  model,
  inputTokens,
  outputTokens,
  cacheReadTokens,
  milliseconds,
  tries,
  error,
}) {
  const spent = [
    `${inputTokens} in`,
    `${outputTokens} out`,
    ...(cacheReadTokens > 0 ? [`${cacheReadTokens} from cache`] : []),
    `${milliseconds} ms`,
    ...(tries > 1 ? [`${tries} tries`] : []),
  ]
  const name = provider === model ? model : `${provider} ${model}`
  return element(
    'li',
    {},
    element(
      'div',
      { class: 'spread' },
      element('span', {}, element('small', {}, purpose), name),
      element('span', { class: 'quiet' }, spent.join(' · ')),
    ),
    error ? element('p', { class: 'warning' }, error) : undefined,
  )
}

function sectionItem({ name, text }) {
  const size = element('span', { class: 'quiet' }, several(text.length, 'character'))
  return foldedItem(name, size, element('pre', { tabindex: '0', 'aria-label': name }, text))
}

function captured({ effects }) {
  return listed('Recorded in the sandbox', effects, ({ kind, summary, payload }) =>
    element(
      'li',
      {},
      element('small', {}, kind),
      summary,
      payload === undefined
        ? undefined
        : element('details', {}, element('summary', {}, 'What would have been sent'), jsonOf(payload)),
    ),
  )
}

function sent({ messages }) {
  return listed('Messages as AMF', messages, ({ message, text }) =>
    element('li', {}, element('details', {}, element('summary', {}, text || 'Message'), jsonOf(message))),
  )
}

const jsonOf = (value) => element('pre', { tabindex: '0' }, JSON.stringify(value, null, 2) ?? 'nothing')
