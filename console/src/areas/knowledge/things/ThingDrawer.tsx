import { MultiSelect, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { words } from '#words/knowledge.ts'
import { useLint } from '../../../api/lint.ts'
import { Findings } from '../../../parts/Findings.tsx'
import { ItemDrawer } from '../ItemDrawer.tsx'
import { useMedia } from '../media/useMedia.ts'
import { Picture } from '../Picture.tsx'
import type { Thing } from '../sections/section.ts'
import { newIdOf } from '../sections/slug.ts'
import { useItemEditor } from '../sections/useItemEditor.ts'
import { useSection } from '../sections/useSection.ts'
import { LocationFields } from './LocationFields.tsx'
import { ActionFields, MetadataFields, type ThingEditor } from './RepeatedFields.tsx'
import { type ThingForm, thingFormOf, thingOf } from './thing-form.ts'

const { thing: w } = words
type Given = { id: string | undefined; onClose: () => void; onDelete: (thing: Thing) => void }

/** All that is known of one Thing. */
export function ThingDrawer({ id, onClose, onDelete }: Given) {
  const things = useSection('things')
  const taken = new Set(things.items?.map((thing) => thing.id))
  const editor = useItemEditor<'things', ThingForm>({
    section: 'things',
    id,
    formOf: thingFormOf,
    itemOf: (form, before) => {
      const named = { ...form, id: form.id || newIdOf(form.name, taken) }
      return thingOf(named, before)
    },
    after: () => id === undefined && onClose(),
  })
  const thing = things.items?.find((one) => one.id === id)
  return (
    <ItemDrawer
      title={thing?.name ?? words.things.newTitle}
      editor={editor}
      isNew={id === undefined}
      onClose={onClose}
      onDelete={thing && (() => onDelete(thing))}
    >
      <Stack>
        <Basics editor={editor} isNew={id === undefined} />
        <PictureFields editor={editor} />
        <MoreFields editor={editor} />
        <ThingFindings id={id} />
      </Stack>
    </ItemDrawer>
  )
}

function Basics({ editor: { form }, isNew }: { editor: ThingEditor; isNew: boolean }) {
  return (
    <>
      <TextInput label={w.name} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={words.drawer.id}
        description={isNew ? words.drawer.idHelp : undefined}
        readOnly={!isNew}
        {...form.getInputProps('id')}
      />
      <Textarea
        label={w.description}
        description={w.descriptionHelp}
        autosize
        minRows={3}
        {...form.getInputProps('description')}
      />
    </>
  )
}

function PictureFields({ editor: { form } }: { editor: ThingEditor }) {
  const { data: media = [] } = useMedia()
  const { media: chosen, imageUrl, name } = form.getValues()
  const pictures = media.filter(({ contentType }) => contentType.startsWith('image/'))
  const choices = pictures.map((item) => ({ value: item.id, label: item.name }))
  const known = chosen === null || choices.some(({ value }) => value === chosen)
  const url = media.find(({ id }) => id === chosen)?.url ?? imageUrl
  return (
    <>
      {url && <Picture url={url} alt={words.things.pictureOf(name)} size={220} height={140} />}
      <Select
        label={w.media}
        description={w.mediaHelp}
        data={known ? choices : [...choices, { value: chosen, label: chosen }]}
        searchable
        clearable
        {...form.getInputProps('media')}
      />
      <TextInput label={w.imageUrl} {...form.getInputProps('imageUrl')} />
    </>
  )
}

function MoreFields({ editor }: { editor: ThingEditor }) {
  const { form } = editor
  const collections = useSection('collections')
  const choices = (collections.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const strangers = form.getValues().collections.filter((id) => !choices.some(({ value }) => value === id))
  return (
    <>
      <TextInput label={w.productPageUrl} {...form.getInputProps('productPageUrl')} />
      <MultiSelect
        label={w.collections}
        data={[...choices, ...strangers.map((id) => ({ value: id, label: id }))]}
        searchable
        {...form.getInputProps('collections')}
      />
      <ActionFields editor={editor} />
      <LocationFields editor={editor} />
      <MetadataFields editor={editor} />
    </>
  )
}

function ThingFindings({ id }: { id: string | undefined }) {
  const things = useSection('things')
  const findings = useLint()
  const at = things.items?.findIndex((thing) => thing.id === id) ?? -1
  return at < 0 ? null : <Findings findings={findings} path={`capabilities.knowledge.things[${at}]`} />
}
