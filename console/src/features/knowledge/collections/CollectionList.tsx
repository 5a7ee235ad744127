import { ActionIcon, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { strings } from '#i18n/knowledge.ts'
import { useCan } from '../../../app/current-org.ts'
import type { AgentCollection, AgentThing } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { addToCollection } from '../things/bulk-edits.ts'
import { isInCollection, moveItem } from './list-order.ts'
import { Sortable } from './Sortable.tsx'
import { useCollectionsSearch } from './useCollectionsSearch.ts'

const { collections: collectionListTexts } = strings
type CollectionListProps = { collections: AgentCollection[]; things: AgentThing[]; open: string }

/** The collections in their order; a Thing dropped on one is added to it. */
export function CollectionList({ collections, things, open }: CollectionListProps) {
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
