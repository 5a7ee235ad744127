import { Badge, Button, Group, List, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { AgentFlow } from '@parley/definition'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { strings } from '#i18n/versions.ts'
import type { DocumentChange } from '../versions-data.ts'
import classes from './changes.module.css'
import { compareValues, type FieldChange } from './compare-values.ts'
import { Mark, TextDiff } from './TextDiff.tsx'

const FlowDiff = lazy(() => import('./FlowDiff.tsx'))
const { changes: texts } = strings

type Props = {
  changes: readonly DocumentChange[]
  /** Accessible name of the list. */
  label: string
  /** Says who made the change at a path. */
  byOf?: (path: string) => ReactNode
}

/** Changes of a configuration by section, each as an editor would want to read it. */
export function ChangeList({ changes, label, byOf }: Props) {
  const groups = useMemo(() => [...Map.groupBy(changes, ({ section }) => section)], [changes])
  return (
    <Stack component="section" gap="lg" aria-label={label}>
      {groups.map(([section, own]) => (
        <SectionChanges key={section} section={section} changes={own} byOf={byOf} />
      ))}
    </Stack>
  )
}

/** A section can have thousands of changes; the page draws this many at first. */
const drawn = 50

type SectionProps = { section: string; changes: readonly DocumentChange[]; byOf: Props['byOf'] }

function SectionChanges({ section, changes, byOf }: SectionProps) {
  const [most, setMost] = useState(drawn)
  const name = texts.sections[section] ?? section
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <Title order={3} size="h4">
          {name}
        </Title>
        {(['added', 'changed', 'removed'] as const).map((kind) => {
          const count = changes.filter((change) => change.kind === kind).length
          return count > 0 && <KindBadge key={kind} kind={kind} text={texts.count(kind, count)} />
        })}
      </Group>
      <Stack component="ul" p={0} m={0} gap="xs" style={{ listStyle: 'none' }} aria-label={name}>
        {changes.slice(0, most).map((change) => (
          <ChangeItem key={change.path} change={change} by={byOf?.(change.path)} />
        ))}
      </Stack>
      {changes.length > most && (
        <Button variant="default" size="xs" onClick={() => setMost(most + 4 * drawn)}>
          {texts.long(changes.length - most)}
        </Button>
      )}
    </Stack>
  )
}

const colors = { added: 'green', removed: 'red', changed: 'yellow' } as const

export const KindBadge = ({ kind, text = texts.kinds[kind] }: { kind: DocumentChange['kind']; text?: string }) => (
  <Badge
    variant="light"
    color={colors[kind]}
    autoContrast
    tt="none"
    styles={{ label: { color: 'var(--mantine-color-text)' } }}
  >
    {text}
  </Badge>
)

/** `capabilities.knowledge.facts[hours]` is the item `hours`, `identity.websiteUrl` the field `websiteUrl`. */
export function nameOfPath(path: string): string {
  const item = /\[([^\]]*)\]$/.exec(path)?.[1]
  return item ?? path.split('.').slice(1).join('.')
}

function ChangeItem({ change, by }: { change: DocumentChange; by: ReactNode }) {
  const { path, kind, before, after } = change
  const isOrder = Array.isArray(before) && Array.isArray(after) && !/\]$/.test(path) && isReordered(before, after)
  return (
    <Paper
      withBorder
      p="sm"
      component="li"
      className={classes.kind}
      data-kind={kind}
      aria-label={`${path} ${texts.kinds[kind]}`}
    >
      <Stack gap={6}>
        <Group gap="xs" justify="space-between">
          <Group gap="xs" miw={0}>
            <Text fw={600} size="sm">
              {isOrder ? texts.order : titleOf(change)}
            </Text>
            <KindBadge kind={kind} />
          </Group>
          {by && (
            <Text size="xs" className="quiet" component="span">
              {by}
            </Text>
          )}
        </Group>
        {isOrder ? <OrderChange ids={after as string[]} /> : <ChangedValues before={before} after={after} />}
      </Stack>
    </Paper>
  )
}

function titleOf({ path, before, after }: DocumentChange): string {
  const id = nameOfPath(path) || texts.whole
  const value = (after ?? before) as { name?: unknown; question?: unknown } | undefined
  const name = value?.name ?? value?.question
  return typeof name === 'string' && name !== id ? `${name} (${id})` : id
}

const isReordered = (before: readonly unknown[], after: readonly unknown[]): boolean =>
  before.length > 0 && [...before].sort().join('\n') === [...after].sort().join('\n')

const OrderChange = ({ ids }: { ids: readonly string[] }) => (
  <Text size="sm" lineClamp={3}>
    {ids.slice(0, 100).join(', ')}
  </Text>
)

/** The fields in which two values of an item differ. */
export function ChangedValues({ before, after }: { before: unknown; after: unknown }) {
  const fields = useMemo(() => compareValues(before, after), [before, after])
  return (
    <Stack gap={6}>
      {fields.map((field) => (
        <div key={field.field}>
          {field.field !== '' && (
            <Text size="xs" className="quiet">
              {field.field}
            </Text>
          )}
          <FieldDiff change={field} />
        </div>
      ))}
    </Stack>
  )
}

function FieldDiff({ change }: { change: FieldChange }) {
  if (change.kind === 'flow')
    return (
      <Suspense fallback={<Skeleton h={200} />}>
        <FlowDiff before={change.before as AgentFlow | undefined} after={change.after as AgentFlow | undefined} />
      </Suspense>
    )
  if (change.kind === 'text') return <TextDiff before={change.before} after={change.after} />
  return (
    <List size="sm">
      {change.entries.map(({ kind, text }) => (
        <List.Item key={`${kind} ${text}`}>{kind === 'same' ? text : <Mark kind={kind} text={text} />}</List.Item>
      ))}
    </List>
  )
}
