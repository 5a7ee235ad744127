import { ParleyError } from '@parley/sdk'
import { defineCommand, defineGroup } from '../../command.ts'
import { parseWholeNumber } from '../../command-parser/parse.ts'
import { connectToAgent } from '../../connection/connect.ts'
import { agentOptions } from '../../connection/options.ts'
import { createIncompleteError, exitCodes, usageError } from '../../exit.ts'
import { formatTable } from '../../layout/table.ts'
import { formatCountOf, toPrintable } from '../../text/printable.ts'
import { type ConfigurationChange, formatChanges } from '../versions/command.ts'

export const draftArgument = { name: 'DRAFT', description: 'the id of a draft, from `parley drafts list`' }

type CliDraft = { id: string; name: string; baseVersion: number; changes: number }

const describeDraft = ({ id, name, baseVersion, changes }: CliDraft): string =>
  `${toPrintable(id)}  ${toPrintable(name)}: ${formatCountOf(changes, 'difference')} from live, based on version ${baseVersion}`

/** Lists the items that live and the draft both changed; returns any other error as it is. */
export function explainConflict(error: unknown, next: string): unknown {
  if (!(error instanceof ParleyError) || error.code !== 'agent.draft.conflict') return error
  const { conflicts = [] } = error.body as { conflicts?: { path: string }[] }
  const paths = conflicts.map(({ path }) => `  ${toPrintable(path)}`)
  return createIncompleteError(['Live and the draft changed the same items:', ...paths, next].join('\n'))
}

const listDraftsCommand = defineCommand({
  name: 'list',
  aliases: ['ls'],
  summary: 'the drafts of the agent',
  about: 'lists the drafts of the agent, newest first.',
  options: agentOptions,
  examples: [
    ['parley drafts list', 'all drafts'],
    ["parley drafts list --json | jq -r '.data[].id'", 'their ids, for a script'],
  ],
  next: ['`parley drafts diff DRAFT` shows what a draft changes'],
  async run({ options, io, print, columns, json }) {
    const { client, agent } = await connectToAgent(options, io)
    const { data } = await client.get('/drafts')
    json({ data })
    if (data.length === 0) print(`${toPrintable(agent)} has no drafts`)
    const rows = data.map(({ id, name, baseVersion, changes, canary }) => [
      toPrintable(id),
      toPrintable(name),
      String(baseVersion),
      String(changes),
      canary ? `${canary.percent} %` : '',
    ])
    const table = formatTable(['ID', 'NAME', 'BASE', 'CHANGES', 'CANARY'], rows, columns)
    for (const line of data.length > 0 ? table : []) print(line)
    return exitCodes.passed
  },
})

const createDraftCommand = defineCommand({
  name: 'create',
  summary: 'copy the configuration into a draft',
  about: 'creates a draft: a copy of the configuration to edit and test without touching live.',
  args: [{ name: 'NAME', description: 'the name of the draft' }],
  options: {
    ...agentOptions,
    from: { type: 'string', value: 'VERSION', description: 'the version to copy; default: live' },
  },
  examples: [
    ['parley drafts create "Summer hours"', 'a copy of live'],
    ['parley drafts create Fix --from 12 --json | jq -r .id', 'a copy of version 12, and its id'],
  ],
  next: ['`parley agents import FILE --draft DRAFT` changes it, `parley test --draft DRAFT` tests it'],
  async run({ options, args: [name = ''], io, print, json }) {
    const from =
      options.from === undefined
        ? {}
        : { from: parseWholeNumber('--from', options.from, { least: 1, most: 999_999_999 }) }
    const { client } = await connectToAgent(options, io)
    const draft = await client.post('/drafts', { body: { name, ...from } })
    json(draft)
    print(describeDraft(draft))
    return exitCodes.passed
  },
})

const diffDraftCommand = defineCommand({
  name: 'diff',
  summary: 'what a draft would change in live',
  about: 'shows the differences of a draft from live.',
  args: [draftArgument],
  options: agentOptions,
  examples: [
    ['parley drafts diff dft_01', 'what differs'],
    ["parley drafts diff dft_01 --json | jq '.changes | length'", 'how many differences there are'],
  ],
  next: ['`parley publish DRAFT` makes it live'],
  async run({ options, args: [draftId = ''], io, print, paint, json }) {
    const { client } = await connectToAgent(options, io)
    const { changes } = await client.get('/drafts/{draftId}/diff', { path: { draftId } })
    json({ changes })
    for (const line of formatChanges(changes as ConfigurationChange[], paint)) print(line)
    return exitCodes.passed
  },
})

const rebaseDraftCommand = defineCommand({
  name: 'rebase',
  summary: 'take over into a draft what changed in live',
  about: 'takes over into a draft what changed in live since it was made.',
  args: [draftArgument],
  options: {
    ...agentOptions,
    live: {
      type: 'string',
      multiple: true,
      value: 'PATH',
      description: "takes live's value of a conflict; may be repeated",
    },
    keep: { type: 'string', multiple: true, value: 'PATH', description: "keeps the draft's value; may be repeated" },
  },
  examples: [
    ['parley drafts rebase dft_01', 'lists conflicts, if there are any'],
    ['parley drafts rebase dft_01 --keep personality', "keeps the draft's personality"],
  ],
  next: ['`parley drafts diff DRAFT` shows what it changes now'],
  async run({ options, args: [draftId = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    const resolve = [
      ...options.live.map((path) => ({ path, take: 'live' as const })),
      ...options.keep.map((path) => ({ path, take: 'draft' as const })),
    ]
    const draft = await client
      .post('/drafts/{draftId}/_rebase', { path: { draftId }, body: { resolve } })
      .catch((error: unknown) => {
        throw explainConflict(error, 'Decide each with --live PATH or --keep PATH')
      })
    json(draft)
    print(describeDraft(draft))
    return exitCodes.passed
  },
})

const canaryDraftCommand = defineCommand({
  name: 'canary',
  summary: 'let a draft answer a share of new sessions',
  about:
    'lets a draft answer a share of new sessions, or ends that. The user id decides, so that a person sees one of both.',
  args: [draftArgument],
  options: {
    ...agentOptions,
    percent: { type: 'string', value: 'N', description: 'the share of new sessions, 1 to 99' },
    end: { type: 'boolean', description: 'ends the canary: new sessions get live' },
  },
  examples: [
    ['parley drafts canary dft_01 --percent 10', 'every tenth new session'],
    ['parley drafts canary dft_01 --end', 'all new sessions get live again'],
  ],
  next: ['`parley publish DRAFT` makes it live for everyone'],
  async run({ options, args: [draftId = ''], io, print, json }) {
    if (options.end === (options.percent !== undefined)) throw usageError('Give either --percent N or --end')
    const path = { draftId }
    const { client } = await connectToAgent(options, io)
    const draft =
      options.percent === undefined
        ? await client.post('/drafts/{draftId}/_endCanary', { path })
        : await client.post('/drafts/{draftId}/_canary', {
            path,
            body: { percent: parseWholeNumber('--percent', options.percent, { least: 1, most: 99 }) },
          })
    json(draft)
    const { canary } = draft
    print(
      canary
        ? `${toPrintable(draftId)} answers ${canary.percent} % of new sessions`
        : `${toPrintable(draftId)} answers no new sessions`,
    )
    return exitCodes.passed
  },
})

const deleteDraftCommand = defineCommand({
  name: 'delete',
  aliases: ['rm'],
  summary: 'discard a draft',
  about: 'deletes a draft and ends its canary, if it has one.',
  args: [draftArgument],
  options: agentOptions,
  examples: [
    ['parley drafts delete dft_01', 'discards it'],
    ['parley drafts delete dft_01 --agent front-desk', 'a draft of another agent'],
  ],
  next: ['`parley drafts list` shows the others'],
  async run({ options, args: [draftId = ''], io, print, json }) {
    const { client } = await connectToAgent(options, io)
    await client.delete('/drafts/{draftId}', { path: { draftId } })
    json({ deleted: draftId })
    print(`Deleted: ${toPrintable(draftId)}`)
    return exitCodes.passed
  },
})

export const draftsCommand = defineGroup({
  name: 'drafts',
  summary: 'create, compare and rebase drafts of the configuration',
  about: "the drafts of an agent's configuration.",
  commands: [
    listDraftsCommand,
    createDraftCommand,
    diffDraftCommand,
    rebaseDraftCommand,
    canaryDraftCommand,
    deleteDraftCommand,
  ],
  examples: [
    ['parley drafts create "Summer hours"', 'a copy of live'],
    ['parley drafts diff dft_01', 'what it would change'],
  ],
})
