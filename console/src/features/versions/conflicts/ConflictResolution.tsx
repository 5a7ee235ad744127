import { Button, Group, Paper, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { MergeConflict } from '@parley/definition'
import { ParleyError } from '@parley/sdk'
import { useState } from 'react'
import { strings } from '#i18n/versions.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { nameOfPath } from '../changes/ChangeList.tsx'
import { compareValues, type FieldChange } from '../changes/compare-values.ts'
import { TextDiff } from '../changes/TextDiff.tsx'

const { conflicts: texts, changes } = strings

type Choice = { path: string; take: 'live' | 'draft' }

/** The items of a refused rebase or publish that live and the draft both changed. */
export function conflictsOf(error: unknown): MergeConflict[] | undefined {
  if (!(error instanceof ParleyError) || error.code !== 'agent.draft.conflict') return undefined
  return error.body.conflicts as MergeConflict[]
}

type Props = {
  conflicts: readonly MergeConflict[]
  resolve: (choices: Choice[]) => void
  busy: boolean
  close: () => void
}

/** Decides, item by item, between live and the draft. */
export function ConflictResolution({ conflicts, resolve, busy, close }: Props) {
  const [taken, setTaken] = useState<ReadonlyMap<string, Choice['take']>>(new Map())
  const takeAll = (take: Choice['take']) => setTaken(new Map(conflicts.map(({ path }) => [path, take])))
  const open = conflicts.filter(({ path }) => !taken.has(path)).length
  const choices = conflicts.flatMap(({ path }): Choice[] => {
    const take = taken.get(path)
    return take ? [{ path, take }] : []
  })
  return (
    <Paper withBorder p="md" component="section" aria-label={texts.title}>
      <Stack>
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        <Text size="sm">{texts.lead}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => takeAll('live')}>
            {texts.allLive}
          </Button>
          <Button size="xs" variant="default" onClick={() => takeAll('draft')}>
            {texts.allDraft}
          </Button>
        </Group>
        {conflicts.map((conflict) => (
          <ConflictItem
            key={conflict.path}
            conflict={conflict}
            take={taken.get(conflict.path)}
            choose={(take) => setTaken(new Map([...taken, [conflict.path, take]]))}
          />
        ))}
        <FormActions>
          {open > 0 && <Text size="sm">{texts.open(open)}</Text>}
          <Button variant="default" onClick={close}>
            {strings.cancel}
          </Button>
          <Button disabled={open > 0} loading={busy} onClick={() => resolve(choices)}>
            {texts.ok}
          </Button>
        </FormActions>
      </Stack>
    </Paper>
  )
}

type ItemProps = { conflict: MergeConflict; take: Choice['take'] | undefined; choose: (take: Choice['take']) => void }

function ConflictItem({ conflict: { section, path, base, live, draft }, take, choose }: ItemProps) {
  return (
    <Paper withBorder p="sm">
      <Radio.Group
        label={`${changes.sections[section] ?? section}: ${nameOfPath(path) || changes.whole}`}
        value={take ?? null}
        onChange={(chosen) => choose(chosen as Choice['take'])}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs">
          <ConflictSide take="live" label={`${texts.live}: ${texts.takeLive}`} base={base} value={live} />
          <ConflictSide take="draft" label={`${texts.draft}: ${texts.takeDraft}`} base={base} value={draft} />
        </SimpleGrid>
      </Radio.Group>
    </Paper>
  )
}

type SideProps = { take: Choice['take']; label: string; base: unknown; value: unknown }

/** One side, with what it changed since the base of the draft. */
function ConflictSide({ take, label, base, value }: SideProps) {
  return (
    <Stack gap={6}>
      <Radio value={take} label={label} />
      {value === undefined ? (
        <Text size="sm">{texts.removed}</Text>
      ) : (
        compareValues(base, value).map((change) => <SideField key={change.field} change={change} />)
      )}
    </Stack>
  )
}

function SideField({ change }: { change: FieldChange }) {
  return (
    <div>
      {change.field !== '' && (
        <Text size="xs" className="quiet">
          {change.field}
        </Text>
      )}
      <TextDiff {...textsOf(change)} />
    </div>
  )
}

/** Conflicts are narrow: lists and flows are compared as text. */
function textsOf(change: FieldChange): { before: string; after: string } {
  if (change.kind === 'text') return change
  if (change.kind === 'flow')
    return {
      before: JSON.stringify(change.before?.steps ?? [], null, 2),
      after: JSON.stringify(change.after?.steps ?? [], null, 2),
    }
  const side = (gone: 'added' | 'removed') =>
    change.entries.flatMap(({ kind, text }) => (kind === gone ? [] : [text])).join('\n')
  return { before: side('added'), after: side('removed') }
}
