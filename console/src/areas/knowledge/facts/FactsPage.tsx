import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconBulb, IconPlus, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '#words/knowledge.ts'
import { useCan } from '../../../app/org.ts'
import { Counted } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import type { Fact } from '../sections/section.ts'
import { useDrop } from '../sections/useDrop.ts'
import { useSection } from '../sections/useSection.ts'
import { AskBox } from './AskBox.tsx'
import { FactDrawer } from './FactDrawer.tsx'
import { FactTable } from './FactTable.tsx'
import { type FactState, factStates, isFactState, soughtFacts } from './fact-form.ts'

const from = '/orgs/$org/agents/$agent/knowledge/facts'
const { facts: w } = words

export function FactsPage() {
  const { open, make } = useSearch({ from })
  const go = useFactsSearch()
  const can = useCan('editor')
  const facts = useSection('facts')
  const { shown, drop } = useDrop(facts, ([gone]) => gone?.question ?? '')
  const close = () => go({ open: undefined, make: undefined })
  const add = can && <AddButton />
  return (
    <KnowledgeFrame actions={add}>
      <AskBox />
      {facts.error && <Trouble error={facts.error} retry={facts.refetch} />}
      {!shown && !facts.error && <Loading />}
      {shown?.length === 0 && <EmptyState icon={IconBulb} title={w.emptyTitle} text={w.emptyText} action={add} />}
      {shown && shown.length > 0 && <FactList facts={shown} />}
      {(make || open) && (
        <FactDrawer
          key={make ?? open}
          id={make ? undefined : open}
          onClose={close}
          onDelete={(fact) => {
            close()
            drop([fact])
          }}
        />
      )}
    </KnowledgeFrame>
  )
}

function useFactsSearch() {
  const navigate = useNavigate({ from })
  const now = useSearch({ from })
  return (change: { q?: string; state?: string; open?: string; make?: string; ask?: string }) =>
    void navigate({ to: from, params: true, search: { ...now, ...change }, replace: 'q' in change })
}

function AddButton() {
  const go = useFactsSearch()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go({ make: 'new' })}>
      {w.add}
    </Button>
  )
}

const states = factStates.map((state) => ({ value: state, label: w.states[state] }))

function FactList({ facts }: { facts: Fact[] }) {
  const { q = '', state: asked } = useSearch({ from })
  const go = useFactsSearch()
  const state: FactState = isFactState(asked) ? asked : 'all'
  const found = soughtFacts(facts, q, state)
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput
          label={w.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={q}
          onChange={(event) => go({ q: event.currentTarget.value || undefined })}
          w={260}
        />
        <SegmentedControl
          aria-label={w.state}
          data={states}
          value={state}
          onChange={(chosen) => go({ state: chosen === 'all' ? undefined : chosen })}
          style={{ flexWrap: 'wrap' }}
        />
      </Group>
      {found.length === 0 ? (
        <EmptyState icon={IconSearchOff} title={w.noneTitle} text={w.noneText} />
      ) : (
        <FactTable facts={found} onOpen={({ id }) => go({ open: id })} />
      )}
      <Counted count={found.length} />
    </Stack>
  )
}
