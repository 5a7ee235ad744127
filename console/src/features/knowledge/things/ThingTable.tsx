import { Badge, Group, Text, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { useMediaUrls } from '../media/media-data.ts'
import { Picture } from '../Picture.tsx'
import type { AgentThing } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { type BulkField, withField } from './bulk-edits.ts'
import { findCommonMetadata } from './filter-things.ts'

type Props = {
  things: AgentThing[]
  inline: boolean
  onOpen: (thing: AgentThing) => void
  selected?: ReadonlySet<string>
  onSelect?: (ids: Set<string>) => void
}

const maxDetails = 2

export function ThingTable({ things, inline, onOpen, selected, onSelect }: Props) {
  const collections = useSection('collections')
  const urls = useMediaUrls()
  const names = useMemo(() => new Map(collections.items?.map(({ id, name }) => [id, name])), [collections.items])
  const details = findCommonMetadata(things, maxDetails)
  const text = (field: BulkField | 'name', label: string, fallback: string | undefined) => (thing: AgentThing) =>
    inline ? (
      <InlineText key={thing.id} {...{ thing, field, label }} />
    ) : (
      <ClippedText text={fieldOf(thing, field) ?? fallback} />
    )
  const columns: DataColumn<AgentThing>[] = [
    {
      id: 'name',
      label: strings.things.name,
      cell: (thing) => (
        <Group gap="sm" wrap="nowrap">
          <Picture url={urls.get(thing.media ?? '') ?? thing.imageUrl} alt="" size={40} />
          {inline ? (
            <InlineText thing={thing} field="name" label={strings.things.name} />
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
      label: strings.things.description,
      width: '26%',
      cell: text('description', strings.things.description, ''),
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
      label: strings.things.collections,
      width: '18%',
      wide: true,
      cell: ({ collections: ids = [] }) => <CollectionNames names={ids.map((id) => names.get(id) ?? id)} />,
    },
    {
      id: 'actions',
      label: strings.things.actions,
      width: '16%',
      cell: ({ actions = [] }) => <ClippedText text={actions.map(({ label }) => label).join(', ')} />,
      wide: true,
    },
  ]
  return (
    <DataTable
      label={strings.things.label}
      columns={columns}
      rows={things}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      onOpen={inline ? undefined : onOpen}
      selected={selected}
      onSelect={onSelect}
      virtual={{ rowHeight: 64 }}
    />
  )
}

const fieldOf = (thing: AgentThing, field: BulkField | 'name'): string | undefined =>
  field.startsWith('metadata.')
    ? thing.metadata?.[field.slice('metadata.'.length)]
    : thing[field as 'name' | 'description']

function ClippedText({ text }: { text: string | undefined }) {
  return (
    <Text span size="sm" lineClamp={2}>
      {text}
    </Text>
  )
}

function CollectionNames({ names }: { names: string[] }) {
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

/** An inline table field: Enter or blur saves, Escape cancels. */
function InlineText({ thing, field, label }: { thing: AgentThing; field: BulkField | 'name'; label: string }) {
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
      aria-label={strings.things.edit(label, thing.name)}
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
