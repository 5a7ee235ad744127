import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { useCan } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { useMediaUrls } from '../media/media-data.ts'
import { Picture } from '../Picture.tsx'
import type { AgentCollection, AgentThing } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { addToCollection, removeThingsFromCollection } from '../things/bulk-edits.ts'
import { filterThings } from '../things/filter-things.ts'

import classes from './Sortable.module.css'
import { DragHandle, isInCollection, moveWithinCollection, Sortable } from './Sortable.tsx'

const { collections: texts } = strings
const maxOthers = 50

/** The Things of a collection in order, and the others that can be added. */
export function CollectionThings({ collection, things }: { collection: AgentCollection; things: AgentThing[] }) {
  const can = useCan('editor')
  const section = useSection('things')
  const inside = isInCollection(collection.id)
  const add = async (id: string, to?: number) => {
    const edit = (all: readonly AgentThing[]) => {
      const added = addToCollection(new Set([id]), collection.id)(all)
      return to === undefined ? added : moveWithinCollection(added, collection.id, id, to)
    }
    const name = things.find((thing) => thing.id === id)?.name ?? id
    if (await section.change(edit)) notify.success(texts.added(name, collection.name))
  }
  const takeOut = (id: string) => void section.change(removeThingsFromCollection(new Set([id]), collection.id))
  return (
    <Stack>
      <Title order={2} size="h4">
        {texts.members(collection.name)}
      </Title>
      <Sortable
        label={texts.members(collection.name)}
        kind="thing"
        items={things.filter(inside)}
        onMove={
          can
            ? ({ id }, to) => void section.change((all) => moveWithinCollection(all, collection.id, id, to))
            : undefined
        }
        takes={{ kind: 'thing', take: (id, to) => void add(id, to) }}
        empty={
          <Text className="quiet" p="md">
            {things.length === 0 ? texts.noThings : texts.dropHere}
          </Text>
        }
        render={(thing) => (
          <>
            <ThingName thing={thing} />
            {can && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.remove(thing.name)}
                onClick={() => takeOut(thing.id)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </>
        )}
      />
      {can && <OtherThings things={things.filter((thing) => !inside(thing))} add={(id) => void add(id)} />}
    </Stack>
  )
}

function ThingName({ thing }: { thing: AgentThing }) {
  const urls = useMediaUrls()
  return (
    <Group gap="sm" wrap="nowrap" flex={1} miw={0}>
      <Picture url={urls.get(thing.media ?? '') ?? thing.imageUrl} alt="" size={32} />
      <Text size="sm" fw={500} lineClamp={2}>
        {thing.name}
      </Text>
    </Group>
  )
}

function OtherThings({ things, add }: { things: AgentThing[]; add: (id: string) => void }) {
  const [q, setQ] = useState('')
  if (things.length === 0) return null
  const found = filterThings(things, { q })
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {texts.others}
      </Title>
      <Text size="sm" className="quiet">
        {texts.othersText}
      </Text>
      <TextInput
        label={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <ul aria-label={texts.others} className={classes.list}>
        {found.slice(0, maxOthers).map((thing) => (
          <li key={thing.id} className={classes.row}>
            <DragHandle item={thing} kind="thing" />
            <ThingName thing={thing} />
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              aria-label={texts.addThing(thing.name)}
              onClick={() => add(thing.id)}
            >
              {texts.addShort}
            </Button>
          </li>
        ))}
      </ul>
      {found.length > maxOthers && (
        <Text size="sm" className="quiet">
          {texts.moreOthers(found.length - maxOthers)}
        </Text>
      )}
    </Stack>
  )
}
