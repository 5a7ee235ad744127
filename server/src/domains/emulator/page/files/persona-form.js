import { choices, element, labelled } from './dom.js'
import { channels, presets } from './presets.js'

const texts = [
  ['firstName', 'First name', 'text', 100],
  ['lastName', 'Last name', 'text', 100],
  ['email', 'Email', 'email', 300],
  ['phone', 'Phone', 'tel', 50],
  ['company', 'Company', 'text', 200],
  ['title', 'Title', 'text', 200],
  ['productInterest', 'Product interest', 'text', 200],
]
const statuses = ['', 'new', 'contacted', 'qualified', 'converted', 'lost']
const consents = [
  ['unknown', 'Unknown'],
  ['granted', 'Granted'],
  ['denied', 'Denied'],
]

/** The dialog that creates a persona. `make` returns an error sentence, or undefined. */
export function personaForm(make) {
  const fields = fieldsOf()
  const wrong = element('p', { class: 'wrong', role: 'alert' })
  const dialog = element('dialog', { 'aria-labelledby': 'new-title' })
  const form = element('form', {}, ...partsOf(fields, wrong, () => dialog.close()))
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    wrong.textContent = (await make(bodyOf(fields))) ?? ''
    if (wrong.textContent === '') dialog.close()
  })
  dialog.append(form)
  return {
    element: dialog,
    open() {
      fill(fields, { name: '', fields: {}, consent: { status: 'unknown' } })
      wrong.textContent = ''
      dialog.showModal()
      fields.name.focus()
    },
  }
}

function fieldsOf() {
  const named = texts.map(([key, , type, maxlength]) => [
    key,
    element('input', { type, maxlength, autocomplete: 'off' }),
  ])
  return {
    name: element('input', { required: true, maxlength: 200, autocomplete: 'off', placeholder: 'A curious stranger' }),
    channel: element('select', {}, choices(Object.entries(channels), 'rcs')),
    ...Object.fromEntries(named),
    status: element('select', {}, choices(statuses.map((status) => [status, status || 'none']))),
    consent: element('select', {}, choices(consents)),
    custom: element('textarea', { rows: 2, placeholder: 'plan = gold' }),
    seed: { lines: undefined },
  }
}

function partsOf(fields, wrong, close) {
  const known = texts.map(([key, words]) => labelled(words, fields[key]))
  const quick = presets.map(({ sign, says, ...preset }) => {
    const onclick = () => fill(fields, preset)
    return element('button', { type: 'button', class: 'chip', title: says, onclick }, `${sign} ${preset.name}`)
  })
  return [
    element('h2', { id: 'new-title' }, 'New persona'),
    element(
      'p',
      { class: 'quiet' },
      'A person you play while you talk to the agent. Start with one of these, or from scratch.',
    ),
    element('div', { class: 'chips' }, quick),
    element('div', { class: 'pair' }, labelled('Persona name', fields.name), labelled('Channel', fields.channel)),
    element(
      'fieldset',
      {},
      element('legend', {}, 'What the agent knows about them'),
      element('div', { class: 'pair' }, known, labelled('Status', fields.status), labelled('Consent', fields.consent)),
      labelled('Custom fields, one per line', fields.custom),
    ),
    wrong,
    element(
      'div',
      { class: 'row end' },
      element('button', { type: 'button', onclick: close }, 'Cancel'),
      element('button', { class: 'strong' }, 'Create persona'),
    ),
  ]
}

function fill(fields, { name, fields: known, consent, historySeed }) {
  fields.name.value = name
  for (const [key] of texts) fields[key].value = known[key] ?? ''
  fields.status.value = known.status ?? ''
  fields.consent.value = consent.status
  fields.custom.value = ''
  fields.seed.lines = historySeed
}

function bodyOf(fields) {
  const keys = [...texts.map(([key]) => key), 'status']
  const known = keys.map((key) => [key, fields[key].value.trim()]).filter(([, value]) => value !== '')
  const lines = fields.custom.value.split('\n').map((line) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(line))
  const custom = lines.filter(Boolean).map(([, key, value]) => [key, value])
  const customFields = custom.length > 0 ? { customFields: Object.fromEntries(custom) } : {}
  return {
    name: fields.name.value.trim(),
    channel: fields.channel.value,
    fields: { ...Object.fromEntries(known), ...customFields },
    consent: { status: fields.consent.value },
    ...(fields.seed.lines && { historySeed: fields.seed.lines }),
  }
}
