import { Badge, Group, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { words } from '#words/knowledge.ts'
import { type VirtualColumn, VirtualTable } from '../../../parts/VirtualTable.tsx'
import { useMediaUrls } from '../media/useMedia.ts'
import { Picture } from '../Picture.tsx'
import type { Thing } from '../sections/section.ts'
import { useSection } from '../sections/useSection.ts'
import { type BulkField, withField } from './bulk.ts'
import { commonMetadata } from './find-things.ts'

type Given = {
  things: Thing[]
  inline: boolean
  onOpen: (thing: Thing) => void
  selected?: ReadonlySet<string>
  onSelect?: (ids: Set<string>) => void
}

const mostDetails = 2

export function ThingTable({ things, inline, onOpen, selected, onSelect }: Given) {
  const collections = useSection('collections')
  const urls = useMediaUrls()
  const names = useMemo(() => new Map(collections.items?.map(({ id, name }) => [id, name])), [collections.items])
  const details = commonMetadata(things, mostDetails)
  const text = (field: BulkField | 'name', label: string, shown: string | undefined) => (thing: Thing) =>
    inline ? (
      <InlineText key={thing.id} {...{ thing, field, label }} />
    ) : (
      <Clipped text={fieldOf(thing, field) ?? shown} />
    )
  const columns: VirtualColumn<Thing>[] = [
    {
      id: 'name',
      label: words.things.name,
      cell: (thing) => (
        <Group gap="sm" wrap="nowrap">
          <Picture url={urls.get(thing.media ?? '') ?? thing.imageUrl} alt="" size={40} />
          {inline ? (
            <InlineText thing={thing} field="name" label={words.things.name} />
          ) : (
            <Text span size="sm" fw={500} lineClamp={2}>
              {thing.name}
            </Text>
          )}
        </Group>
      ),
    },
    {
      id: 'description',
      label: words.things.description,
      width: '26%',
      cell: text('description', words.things.description, ''),
      wide: true,
    },
    ...details.map((key) => ({
      id: `metadata.${key}`,
      label: key,
      width: '12%',
      cell: text(`metadata.${key}`, key, ''),
      wide: true,
    })),
    {
      id: 'collections',
      label: words.things.collections,
      width: '18%',
      wide: true,
      cell: ({ collections: ids = [] }) => <Names names={ids.map((id) => names.get(id) ?? id)} />,
    },
    {
      id: 'actions',
      label: words.things.actions,
      width: '16%',
      cell: ({ actions = [] }) => <Clipped text={actions.map(({ label }) => label).join(', ')} />,
      wide: true,
    },
  ]
  return (
    <VirtualTable
      label={words.things.label}
      columns={columns}
      rows={things}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      onOpen={inline ? undefined : onOpen}
      selected={selected}
      onSelect={onSelect}
    />
  )
}

const fieldOf = (thing: Thing, field: BulkField | 'name'): string | undefined =>
  field.startsWith('metadata.')
    ? thing.metadata?.[field.slice('metadata.'.length)]
    : thing[field as 'name' | 'description']

function Clipped({ text }: { text: string | undefined }) {
  return (
    <Text span size="sm" lineClamp={2}>
      {text}
    </Text>
  )
}

function Names({ names }: { names: string[] }) {
  const [first, ...others] = names
  if (first === undefined) return null
  return (
    <Group gap={4} wrap="nowrap" title={names.join(', ')}>
      <Badge variant="default" tt="none" fw={500}>
        {first}
      </Badge>
      {others.length > 0 && (
        <Text span size="xs" className="quiet">
          +{others.length}
        </Text>
      )}
    </Group>
  )
}

/** A field in the table: Enter or leaving it saves, Escape takes it back. */
function InlineText({ thing, field, label }: { thing: Thing; field: BulkField | 'name'; label: string }) {
  const things = useSection('things')
  const saved = fieldOf(thing, field) ?? ''
  const [draft, setDraft] = useState<string>()
  const save = async () => {
    if (draft === undefined || draft === saved) return setDraft(undefined)
    await things.change((all) => all.map((one) => (one.id === thing.id ? withField(one, field, draft) : one)))
    setDraft(undefined)
  }
  return (
    <TextInput
      aria-label={words.things.edit(label, thing.name)}
      size="xs"
      w="100%"
      value={draft ?? saved}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save()
        if (event.key === 'Escape') setDraft(undefined)
      }}
    />
  )
}
