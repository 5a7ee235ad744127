import { Badge, Button, Group, Switch, Text } from '@mantine/core'
import { strings } from '#i18n/knowledge.ts'
import { useCan } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import type { AgentFact } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'

const { facts: texts } = strings

const columns: DataColumn<AgentFact>[] = [
  {
    id: 'question',
    label: texts.question,
    cell: ({ question }) => (
      <Text span size="sm" fw={500} lineClamp={2}>
        {question}
      </Text>
    ),
  },
  {
    id: 'answer',
    label: texts.answer,
    width: '34%',
    wide: true,
    cell: ({ answer }) => (
      <Text span size="sm" lineClamp={2}>
        {answer}
      </Text>
    ),
  },
  { id: 'about', label: texts.about, width: 190, wide: true, cell: (fact) => <FactSummary fact={fact} /> },
  {
    id: 'updated',
    label: texts.updated,
    width: 140,
    wide: true,
    cell: ({ updatedAt }) => (
      <Text span size="sm">
        <Timestamp at={updatedAt} />
      </Text>
    ),
  },
  { id: 'use', label: texts.use, width: 110, cell: (fact) => <FactUse fact={fact} /> },
]

export function FactTable({ facts, onOpen }: { facts: AgentFact[]; onOpen: (fact: AgentFact) => void }) {
  return (
    <DataTable
      label={texts.label}
      columns={columns}
      rows={facts}
      rowId={({ id }) => id}
      rowName={({ question }) => question}
      onOpen={onOpen}
      virtual={{ rowHeight: 64 }}
    />
  )
}

function FactSummary({ fact: { exact, alwaysOn, scope } }: { fact: AgentFact }) {
  const plain = [
    exact && texts.badges.exact,
    alwaysOn && texts.badges.always,
    scope?.playbookIds && texts.scopedTo(scope.playbookIds.length),
    scope?.locationIds && texts.scopedToLocations(scope.locationIds.length),
  ]
  return (
    <Group gap={4}>
      {plain
        .filter((label) => typeof label === 'string')
        .map((label) => (
          <Badge key={label} variant="default" tt="none" fw={500}>
            {label}
          </Badge>
        ))}
    </Group>
  )
}

/** An unconfirmed fact has a confirm button; a confirmed one has a switch. */
function FactUse({ fact }: { fact: AgentFact }) {
  const can = useCan('editor')
  const facts = useSection('facts')
  const { id, question, enabled = true, confirmed = true } = fact
  const change = (part: Partial<AgentFact>) =>
    void facts.change((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))
  if (!confirmed) {
    if (!can) return <StatusBadge status="waiting" label={texts.badges.waiting} />
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={texts.confirmOf(question)}
        onClick={() => change({ confirmed: true })}
      >
        {texts.confirm}
      </Button>
    )
  }
  return (
    <Switch
      aria-label={texts.inUseOf(question)}
      checked={enabled}
      disabled={!can}
      onChange={(event) => change({ enabled: event.currentTarget.checked })}
    />
  )
}
