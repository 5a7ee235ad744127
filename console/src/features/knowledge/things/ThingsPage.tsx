import { Button, Group, Select, Switch, Text, TextInput } from '@mantine/core'
import { IconBox, IconFileImport, IconPlus, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { useCan, useRouteIds } from '../../../app/current-org.ts'

import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'

import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import { useDeleteItems } from '../sections/item-editing.ts'
import type { AgentThing } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { filterThings } from './filter-things.ts'
import { ThingBulkBar } from './ThingBulkBar.tsx'
import { ThingDrawer } from './ThingDrawer.tsx'
import { ThingTable } from './ThingTable.tsx'

const from = '/orgs/$org/agents/$agent/knowledge'

export function ThingsPage() {
  const things = useSection('things')
  const { open, make } = useSearch({ from })
  const go = useThingsSearch()
  const { visibleItems, drop } = useDeleteItems(things, nameOf)
  const close = () => go({ open: undefined, make: undefined })
  return (
    <KnowledgeFrame actions={<Actions />}>
      {things.error && <ErrorAlert error={things.error} retry={things.refetch} />}
      {!visibleItems && !things.error && <Loading />}
      {visibleItems?.length === 0 && <NoThings />}
      {visibleItems && visibleItems.length > 0 && <ThingList things={visibleItems} drop={drop} />}
      {(make || open) && (
        <ThingDrawer
          key={make ?? open}
          id={make ? undefined : open}
          onClose={close}
          onDelete={(thing) => {
            close()
            drop([thing])
          }}
        />
      )}
    </KnowledgeFrame>
  )
}

const nameOf = (deleted: readonly AgentThing[]) =>
  deleted.length === 1 ? (deleted[0]?.name ?? '') : strings.bulk.many(deleted.length)

function useThingsSearch() {
  const navigate = useNavigate({ from })
  const now = useSearch({ from })
  return (change: { q?: string; collection?: string; open?: string; make?: string }) =>
    void navigate({ to: from, params: true, search: { ...now, ...change }, replace: 'q' in change })
}

function Actions() {
  const params = useRouteIds()
  if (!useCan('editor')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileImport size={16} aria-hidden />}
        renderRoot={(root) => <Link to="/orgs/$org/agents/$agent/knowledge/import" params={params} {...root} />}
      >
        {strings.things.import}
      </Button>
      <AddButton />
    </>
  )
}

function AddButton() {
  const go = useThingsSearch()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go({ make: 'new' })}>
      {strings.things.add}
    </Button>
  )
}

function NoThings() {
  const can = useCan('editor')
  const { emptyTitle: title, emptyText: text } = strings.things
  return <EmptyState icon={IconBox} title={title} text={text} action={can && <AddButton />} />
}

function ThingList({ things, drop }: { things: AgentThing[]; drop: (things: AgentThing[]) => void }) {
  const can = useCan('editor')
  const sought = useSearch({ from })
  const go = useThingsSearch()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [inline, setInline] = useState(false)
  const found = useMemo(() => filterThings(things, sought), [things, sought])
  const chosen = useMemo(() => things.filter(({ id }) => selected.has(id)), [things, selected])
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <Filters />
        {can && (
          <Switch
            label={strings.things.inline}
            checked={inline}
            onChange={(event) => setInline(event.currentTarget.checked)}
          />
        )}
      </Group>
      {chosen.length > 0 && <ThingBulkBar chosen={chosen} clear={() => setSelected(new Set())} drop={drop} />}
      {found.length === 0 ? (
        <EmptyState
          icon={IconSearchOff}
          title={strings.things.noneTitle}
          text={strings.things.noneText}
          action={
            <Button variant="default" onClick={() => go({ q: undefined, collection: undefined })}>
              {strings.things.clear}
            </Button>
          }
        />
      ) : (
        <ThingTable
          things={found}
          inline={inline}
          onOpen={({ id }) => go({ open: id })}
          {...(can && { selected, onSelect: setSelected })}
        />
      )}
      <Text size="sm" className="quiet" role="status">
        {strings.things.shown(found.length, things.length)}
      </Text>
    </>
  )
}

function Filters() {
  const { q = '', collection } = useSearch({ from })
  const go = useThingsSearch()
  const collections = useSection('collections')
  const choices = [
    { value: '-', label: strings.things.noCollection },
    ...(collections.items ?? []).filter(({ id }) => id !== '-').map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <Group gap="sm" align="flex-end">
      <TextInput
        label={strings.things.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={(event) => go({ q: event.currentTarget.value || undefined })}
        w={260}
      />
      <Select
        label={strings.things.collection}
        placeholder={strings.things.anyCollection}
        data={choices}
        value={collection ?? null}
        onChange={(chosen) => go({ collection: chosen ?? undefined })}
        clearable
        searchable
        w={220}
      />
    </Group>
  )
}
