import { List, Stack, Text } from '@mantine/core'
import type { AgentClient, Schema } from '@parley/sdk'
import { useMemo, useRef, useState } from 'react'
import { strings } from '#i18n/setup.ts'
import { useAgent } from '../../app/current-org.ts'
import { askConfirmation } from '../../components/confirm.tsx'
import { deleteWithUndo, notify } from '../../components/notify.tsx'
import { findingSubjectOf } from '../agent/lint/finding-location.ts'

type NamedItem = { id: string; name?: string }

/**
 * Hides the item at once and deletes it unless undone. If the item is still in use, shows where instead. `section` is
 * its section in the agent's document.
 */
export function useDeleteUnlessUsed<Item extends NamedItem>(section: string, act: (item: Item) => Promise<unknown>) {
  const agent = useAgent()
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const latest = useRef(act)
  latest.current = act
  const remove = useMemo(
    () => async (item: Item) => {
      const { id, name = id } = item
      try {
        const uses = await findUses(agent.api, section, id)
        if (uses.length > 0) return void askConfirmation(inUseDialog(name, uses))
        deleteWithUndo({
          name,
          hide: () => setHidden((before) => new Set([...before, id])),
          restore: () => setHidden((before) => new Set([...before].filter((one) => one !== id))),
          remove: () => latest.current(item),
        })
      } catch (error) {
        notify.error(error)
      }
    },
    [agent.api, section],
  )
  return { hidden, remove }
}

const { uses: texts } = strings

const inUseDialog = (name: string, uses: readonly EntryUse[]) => ({
  title: texts.title(name),
  text: <UseList uses={uses} />,
  ok: texts.close,
  cancel: null,
})

function UseList({ uses }: { uses: readonly EntryUse[] }) {
  const lines = new Set(uses.map(({ path, name }) => texts.by(sectionLabelOf(path), name)))
  return (
    <Stack gap="xs">
      <Text>{texts.text}</Text>
      <List>
        {[...lines].map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </Stack>
  )
}

const sectionLabelOf = (path: string): string | undefined =>
  Object.entries(texts.kinds).find(([section]) => path.startsWith(`${section}[`))?.[1]

type Finding = Schema<'Finding'>
type Entry = { id: string }

/** Finds what refers to an entry, by linting the agent without it. */
async function findUses(api: AgentClient, section: string, id: string): Promise<EntryUse[]> {
  const [exported, { data: before }] = await Promise.all([
    api.raw('GET', '/export', { headers: { accept: 'application/json' } }),
    api.get('/lint', {}),
  ])
  const saved = (await exported.json()) as Record<string, unknown>
  const without = (saved[section] as Entry[]).filter((entry) => entry.id !== id)
  const answer = await api.raw('POST', '/lint', { body: { ...saved, [section]: without } })
  const { data: after } = (await answer.json()) as { data: Finding[] }
  return isNewlyUnknown(before, after).map((path) => ({ path, name: findingSubjectOf(path, saved) ?? path }))
}

/** A path in the document, and the name of the entry it is in. */
type EntryUse = { path: string; name: string }

/** Returns the paths of references that the removal would break. */
function isNewlyUnknown(before: readonly Finding[], after: readonly Finding[]): string[] {
  const describeFinding = ({ code, message }: Finding) => `${code} ${message}`
  const known = new Set(before.map(describeFinding))
  return after
    .filter((one) => one.code.endsWith('.unknown') && !known.has(describeFinding(one)))
    .map(({ path }) => path)
}
