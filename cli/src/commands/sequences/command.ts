import { defineCommand, defineGroup } from '../../command.ts'
import { collectItems, connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { toPrintable } from '../../text/printable.ts'

const sequenceArgument = { name: 'ID', description: 'the sequence id' }
const personArgument = { name: 'PERSON', description: 'the person id' }

const listSequencesCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the sequences of the agent, newest first',
  about: 'lists the sequences of an agent with their number of steps.',
  options: agentOptions,
  examples: [
    ['parley sequences list', 'all sequences'],
    ['parley sequences list --json | jq -r .data[].id', 'their ids'],
  ],
  next: ['`parley sequences show ID` shows the people at each step'],
  async run({ options, io, print, columns, json }) {
    const { client } = await connectToAgent(options, io)
    const { data } = await client.get('/sequences')
    json({ data })
    if (data.length === 0) print('The agent has no sequences yet')
    const rows = data.map(({ id, name, enabled, steps }) => [id, name, enabled ? 'on' : 'off', String(steps.length)])
    if (rows.length > 0) for (const line of formatTable(['ID', 'NAME', 'SWITCH', 'STEPS'], rows, columns)) print(line)
    return exitCodes.passed
  },
})

const showSequenceCommand = defineCommand({
  name: 'show',
  summary: 'one sequence: how many people are at each step, and why others left',
  about: 'shows the results of a sequence, step by step.',
  args: [sequenceArgument],
  options: agentOptions,
  examples: [
    ['parley sequences show welcome', 'the people at each step'],
    ['parley sequences show welcome --json | jq .stopped', 'how many people left, by reason'],
  ],
  next: ['`parley sequences people ID` lists the people'],
  async run({ options, args: [sequenceId = ''], io, print, columns, json }) {
    const { client } = await connectToAgent(options, io)
    const report = await client.get('/sequences/{sequenceId}/report', { path: { sequenceId } })
    json(report)
    const { people, active, completed, failed, replied, goal } = report
    print(
      `${people} people: ${active} active, ${completed} completed, ${failed} failed; ${replied} replied, ${goal} reached a Goal`,
    )
    for (const [reason, count] of Object.entries(report.stopped)) print(`stopped, ${toPrintable(reason)}: ${count}`)
    const rows = report.steps.map(({ id, waiting, sent, skipped, failed: lost }) => [
      id,
      ...[waiting, sent, skipped, lost].map(String),
    ])
    for (const line of formatTable(['STEP', 'WAITING', 'SENT', 'SKIPPED', 'FAILED'], rows, columns)) print(line)
    return exitCodes.passed
  },
})

const listPeopleCommand = defineCommand({
  name: 'people',
  summary: 'the people of a sequence, newest first',
  about: 'lists who is in a sequence, at which step, and until when it waits.',
  args: [sequenceArgument],
  options: agentOptions,
  examples: [
    ['parley sequences people welcome', 'everyone'],
    ['parley sequences people welcome --json | jq -r .data[].personId', 'their ids'],
  ],
  next: ['`parley sequences stop ID PERSON` ends it for one of them'],
  async run({ options, args: [sequenceId = ''], io, print, columns, json }) {
    const { client } = await connectToAgent(options, io)
    const path = { sequenceId }
    const data = await collectItems(client.each('/sequences/{sequenceId}/enrollments', { path }))
    json({ data })
    if (data.length === 0) print('Nobody is enrolled')
    const rows = data.map(({ personId, state, step = '', reason = '', dueAt = '' }) => [
      personId,
      state,
      step,
      reason,
      dueAt,
    ])
    const headings = ['PERSON', 'STATE', 'STEP', 'REASON', 'DUE']
    if (rows.length > 0) for (const line of formatTable(headings, rows, columns)) print(line)
    return exitCodes.passed
  },
})

const enrollCommand = defineCommand({
  name: 'enroll',
  summary: 'enroll a person',
  about: 'enrolls a person in a sequence: its steps are sent to them.',
  args: [sequenceArgument, personArgument],
  options: agentOptions,
  examples: [
    ['parley sequences enroll welcome per_01', 'the first step is sent after its delay'],
    ['parley sequences enroll welcome per_01 --json | jq .state', 'the state of the enrollment'],
  ],
  next: ['`parley sequences people ID` shows what became of it'],
  async run({ options, args: [sequenceId = '', personId = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const path = { sequenceId }
    const enrollment = await client.post('/sequences/{sequenceId}/enrollments', { path, body: { personId } })
    json(enrollment)
    print(`${toPrintable(personId)} is enrolled`)
    return exitCodes.passed
  },
})

const stopCommand = defineCommand({
  name: 'stop',
  summary: 'end a sequence for one person',
  about: 'stops the enrollment of a person: no further step is sent.',
  args: [sequenceArgument, personArgument],
  options: agentOptions,
  examples: [
    ['parley sequences stop welcome per_01', 'no further step is sent to them'],
    ['parley sequences stop welcome per_01 --json | jq .sends', 'what they got before'],
  ],
  next: ['`parley sequences show ID` shows the results'],
  async run({ options, args: [sequenceId = '', personId = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const path = { sequenceId, personId }
    const enrollment = await client.post('/sequences/{sequenceId}/enrollments/{personId}/_stop', { path })
    json(enrollment)
    print(`${toPrintable(personId)} is ${enrollment.state}`)
    return exitCodes.passed
  },
})

export const sequencesCommand = defineGroup({
  name: 'sequences',
  aliases: ['sequence'],
  summary: 'list sequences, and enroll or stop people',
  about: 'the sequences of an agent: several Outreaches to one person, one after the other.',
  commands: [listSequencesCommand, showSequenceCommand, listPeopleCommand, enrollCommand, stopCommand],
  examples: [
    ['parley sequences list', 'all sequences'],
    ['parley sequences show welcome', 'how many people are at each step'],
  ],
})
