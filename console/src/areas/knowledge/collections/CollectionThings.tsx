import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconPlus, IconSearch, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { words } from '#words/knowledge.ts'
import { useCan } from '../../../app/org.ts'
import { tell } from '../../../parts/tell.tsx'
import { useMediaUrls } from '../media/useMedia.ts'
import { Picture } from '../Picture.tsx'
import type { Collection, Thing } from '../sections/section.ts'
import { useSection } from '../sections/useSection.ts'
import { addToCollection, takeFromCollection } from '../things/bulk.ts'
import { soughtThings } from '../things/find-things.ts'
import { isIn, movedWithin } from './order.ts'
import classes from './Sortable.module.css'
import { Handle, Sortable } from './Sortable.tsx'

const { collections: w } = words
const mostOthers = 50

/** What is in a collection, in its order, and what could be. */
export function CollectionThings({ collection, things }: { collection: Collection; things: Thing[] }) {
  const can = useCan('editor')
  const section = useSection('things')
  const inside = isIn(collection.id)
  const add = async (id: string, to?: number) => {
    const edit = (all: readonly Thing[]) => {
      const added = addToCollection(new Set([id]), collection.id)(all)
      return to === undefined ? added : movedWithin(added, collection.id, id, to)
    }
    const name = things.find((thing) => thing.id === id)?.name ?? id
    if (await section.change(edit)) tell.done(w.added(name, collection.name))
  }
  const takeOut = (id: string) => void section.change(takeFromCollection(new Set([id]), collection.id))
  return (
    <Stack>
      <Title order={2} size="h4">
        {w.members(collection.name)}
      </Title>
      <Sortable
        label={w.members(collection.name)}
        kind="thing"
        items={things.filter(inside)}
        onMove={can ? ({ id }, to) => void section.change((all) => movedWithin(all, collection.id, id, to)) : undefined}
        takes={{ kind: 'thing', take: (id, to) => void add(id, to) }}
        empty={
          <Text className="quiet" p="md">
            {things.length === 0 ? w.noThings : w.dropHere}
          </Text>
        }
        render={(thing) => (
          <>
            <ThingName thing={thing} />
            {can && (
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={w.takeOut(thing.name)}
                onClick={() => takeOut(thing.id)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </>
        )}
      />
      {can && <Others things={things.filter((thing) => !inside(thing))} add={(id) => void add(id)} />}
    </Stack>
  )
}

function ThingName({ thing }: { thing: Thing }) {
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

function Others({ things, add }: { things: Thing[]; add: (id: string) => void }) {
  const [q, setQ] = useState('')
  if (things.length === 0) return null
  const found = soughtThings(things, { q })
  return (
    <Stack gap="xs">
      <Title order={3} size="h5">
        {w.others}
      </Title>
      <Text size="sm" className="quiet">
        {w.othersText}
      </Text>
      <TextInput
        label={w.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <ul aria-label={w.others} className={classes.list}>
        {found.slice(0, mostOthers).map((thing) => (
          <li key={thing.id} className={classes.row}>
            <Handle item={thing} kind="thing" />
            <ThingName thing={thing} />
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              aria-label={w.addThing(thing.name)}
              onClick={() => add(thing.id)}
            >
              {w.addShort}
            </Button>
          </li>
        ))}
      </ul>
      {found.length > mostOthers && (
        <Text size="sm" className="quiet">
          {w.moreOthers(found.length - mostOthers)}
        </Text>
      )}
    </Stack>
  )
}
