import { Badge, Button, Group, Switch, Text } from '@mantine/core'
import { words } from '#words/knowledge.ts'
import { useCan } from '../../../app/org.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { type VirtualColumn, VirtualTable } from '../../../parts/VirtualTable.tsx'
import { When } from '../../../parts/When.tsx'
import type { Fact } from '../sections/section.ts'
import { useSection } from '../sections/useSection.ts'

const { facts: w } = words

const columns: VirtualColumn<Fact>[] = [
  {
    id: 'question',
    label: w.question,
    cell: ({ question }) => (
      <Text span size="sm" fw={500} lineClamp={2}>
        {question}
      </Text>
    ),
  },
  {
    id: 'answer',
    label: w.answer,
    width: '34%',
    wide: true,
    cell: ({ answer }) => (
      <Text span size="sm" lineClamp={2}>
        {answer}
      </Text>
    ),
  },
  { id: 'about', label: w.about, width: 190, wide: true, cell: (fact) => <About fact={fact} /> },
  {
    id: 'updated',
    label: w.updated,
    width: 140,
    wide: true,
    cell: ({ updatedAt }) => (
      <Text span size="sm">
        <When at={updatedAt} />
      </Text>
    ),
  },
  { id: 'use', label: w.use, width: 110, cell: (fact) => <Use fact={fact} /> },
]

export function FactTable({ facts, onOpen }: { facts: Fact[]; onOpen: (fact: Fact) => void }) {
  return (
    <VirtualTable
      label={w.label}
      columns={columns}
      rows={facts}
      rowId={({ id }) => id}
      rowName={({ question }) => question}
      onOpen={onOpen}
    />
  )
}

function About({ fact: { exact, alwaysOn, scope } }: { fact: Fact }) {
  const plain = [exact && w.badges.exact, alwaysOn && w.badges.always, scope && w.scopedTo(scope.playbookIds.length)]
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

/** What waits to be confirmed can be, at once; what is confirmed is switched on and off. */
function Use({ fact }: { fact: Fact }) {
  const can = useCan('editor')
  const facts = useSection('facts')
  const { id, question, enabled = true, confirmed = true } = fact
  const change = (part: Partial<Fact>) =>
    void facts.change((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)))
  if (!confirmed) {
    if (!can) return <StatusBadge status="waiting" label={w.badges.waiting} />
    return (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={w.confirmOf(question)}
        onClick={() => change({ confirmed: true })}
      >
        {w.confirm}
      </Button>
    )
  }
  return (
    <Switch
      aria-label={w.inUseOf(question)}
      checked={enabled}
      disabled={!can}
      onChange={(event) => change({ enabled: event.currentTarget.checked })}
    />
  )
}
