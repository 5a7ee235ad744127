import { ActionIcon, Button, SimpleGrid, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconPencil, IconPlus, IconStack2 } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/knowledge.ts'
import { useCan } from '../../../app/current-org.ts'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { KnowledgeFrame } from '../KnowledgeFrame.tsx'
import { useDeleteItems } from '../sections/item-editing.ts'
import type { AgentCollection, AgentThing } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { addToCollection } from '../things/bulk-edits.ts'
import { CollectionDrawer } from './CollectionDrawer.tsx'
import { CollectionThings } from './CollectionThings.tsx'

import { isInCollection, moveItem, Sortable } from './Sortable.tsx'

function useCollectionsSearch() {
  const navigate = useNavigate({ from })
  const now = useSearch({ from })
  return (change: { collection?: string; edit?: string; make?: string }) =>
    void navigate({ to: from, params: true, search: { ...now, ...change } })
}

const { collections: collectionListTexts } = strings
type CollectionListProps = { collections: AgentCollection[]; things: AgentThing[]; open: string }

/** The collections in order; dropping a Thing on one adds it. */
function CollectionList({ collections, things, open }: CollectionListProps) {
  const can = useCan('editor')
  const section = useSection('collections')
  const all = useSection('things')
  const go = useCollectionsSearch()
  return (
    <Sortable
      label={collectionListTexts.label}
      kind="collection"
      items={collections}
      current={open}
      onMove={can ? ({ id }, to) => void section.change((items) => moveItem(items, id, to)) : undefined}
      onDropInto={{ kind: 'thing', take: (id, { id: into }) => void all.change(addToCollection(new Set([id]), into)) }}
      render={(collection) => (
        <>
          <UnstyledButton flex={1} onClick={() => go({ collection: collection.id })} miw={0}>
            <Stack gap={0}>
              <Text fw={600} size="sm">
                {collection.name}
              </Text>
              {collection.purpose && (
                <Text size="sm" className="quiet" lineClamp={2}>
                  {collection.purpose}
                </Text>
              )}
            </Stack>
          </UnstyledButton>
          <Text size="sm" className="quiet" style={{ whiteSpace: 'nowrap' }}>
            {collectionListTexts.count(things.filter(isInCollection(collection.id)).length)}
          </Text>
          {can && (
            <ActionIcon
              variant="subtle"
              aria-label={collectionListTexts.edit(collection.name)}
              onClick={() => go({ edit: collection.id })}
            >
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          )}
        </>
      )}
    />
  )
}

const from = '/orgs/$org/agents/$agent/knowledge/collections'
const { collections: texts } = strings

export function CollectionsPage() {
  const { collection, edit, make } = useSearch({ from })
  const go = useCollectionsSearch()
  const can = useCan('editor')
  const collections = useSection('collections')
  const things = useSection('things')
  const error = collections.error ?? things.error
  const { visibleItems: all, drop } = useDeleteItems(collections, ([deleted]) => deleted?.name ?? '', { force: 'true' })
  const open = all?.find(({ id }) => id === collection) ?? all?.[0]
  const close = () => go({ edit: undefined, make: undefined })
  const add = can && <AddButton />
  return (
    <KnowledgeFrame actions={all && all.length > 0 && add}>
      {error && <ErrorAlert error={error} retry={collections.error ? collections.refetch : things.refetch} />}
      {!all && !error && <Loading />}
      {all?.length === 0 && (
        <EmptyState icon={IconStack2} title={texts.emptyTitle} text={texts.emptyText} action={add} />
      )}
      {all && open && things.items && (
        <>
          {can && (
            <Text size="sm" className="quiet">
              {texts.moveHelp}
            </Text>
          )}
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <CollectionList collections={all} things={things.items} open={open.id} />
            <CollectionThings key={open.id} collection={open} things={things.items} />
          </SimpleGrid>
        </>
      )}
      {(make || edit) && (
        <CollectionDrawer
          key={make ?? edit}
          id={make ? undefined : edit}
          onClose={close}
          onDelete={(deleted) => {
            close()
            drop([deleted])
          }}
        />
      )}
    </KnowledgeFrame>
  )
}

function AddButton() {
  const go = useCollectionsSearch()
  return (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => go({ make: 'new' })}>
      {texts.add}
    </Button>
  )
}
