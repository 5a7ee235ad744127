import { Button, Group, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { IconBulb, IconPlus, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/knowledge.ts'
import { useCan } from '../../../app/current-org.ts'
import { RowCount } from '../../../components/DataTable.tsx'

import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'

import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import { useDeleteItems } from '../sections/item-editing.ts'
import type { AgentFact } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { FactDrawer } from './FactDrawer.tsx'
import { FactTable } from './FactTable.tsx'
import { type FactState, factStates, filterFacts, isFactState } from './fact-form.ts'
import { KnowledgeSearchBox } from './KnowledgeSearchBox.tsx'

const from = '/orgs/$org/agents/$agent/knowledge/facts'
const { facts: texts } = strings

export function FactsPage() {
  const { open, make } = useSearch({ from })
  const go = useFactsSearch()
  const can = useCan('editor')
  const facts = useSection('facts')
  const { visibleItems, drop } = useDeleteItems(facts, ([deleted]) => deleted?.question ?? '')
  const close = () => go({ open: undefined, make: undefined })
  const add = can && <AddButton />
  return (
    <KnowledgeFrame actions={add}>
      <KnowledgeSearchBox />
      {facts.error && <ErrorAlert error={facts.error} retry={facts.refetch} />}
      {!visibleItems && !facts.error && <Loading />}
      {visibleItems?.length === 0 && (
        <EmptyState icon={IconBulb} title={texts.emptyTitle} text={texts.emptyText} action={add} />
      )}
      {visibleItems && visibleItems.length > 0 && <FactListView facts={visibleItems} />}
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
      {texts.add}
    </Button>
  )
}

const stateOptions = factStates.map((state) => ({ value: state, label: texts.states[state] }))

function FactListView({ facts }: { facts: AgentFact[] }) {
  const { q = '', state: requestedState } = useSearch({ from })
  const go = useFactsSearch()
  const state: FactState = isFactState(requestedState) ? requestedState : 'all'
  const found = filterFacts(facts, q, state)
  return (
    <Stack>
      <Group align="flex-end">
        <TextInput
          label={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={q}
          onChange={(event) => go({ q: event.currentTarget.value || undefined })}
          w={260}
        />
        <SegmentedControl
          aria-label={texts.state}
          data={stateOptions}
          value={state}
          onChange={(chosen) => go({ state: chosen === 'all' ? undefined : chosen })}
          style={{ flexWrap: 'wrap' }}
        />
      </Group>
      {found.length === 0 ? (
        <EmptyState icon={IconSearchOff} title={texts.noneTitle} text={texts.noneText} />
      ) : (
        <FactTable facts={found} onOpen={({ id }) => go({ open: id })} />
      )}
      <RowCount count={found.length} />
    </Stack>
  )
}
