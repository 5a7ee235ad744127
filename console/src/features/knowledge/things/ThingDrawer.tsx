import { Fieldset, Group, MultiSelect, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { strings } from '#i18n/knowledge.ts'
import { useLint } from '../../../api/lint.ts'
import { Findings } from '../../../components/Findings.tsx'
import { ItemDrawer } from '../ItemDrawer.tsx'
import { useMedia } from '../media/media-data.ts'
import { Picture } from '../Picture.tsx'
import { createId, useItemEditor } from '../sections/item-editing.ts'
import type { AgentThing } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { MetadataFields, ThingActionFields, type ThingEditor } from './RepeatedFields.tsx'
import { type ThingForm, toThing, toThingForm } from './thing-form.ts'

const { thing: locationFieldsTexts } = strings

function LocationFields({ editor: { form } }: { editor: ThingEditor }) {
  return (
    <Fieldset legend={locationFieldsTexts.location}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {locationFieldsTexts.locationHelp}
        </Text>
        <TextInput label={locationFieldsTexts.address} {...form.getInputProps('location.address')} />
        <Group grow>
          <NumberInput
            label={locationFieldsTexts.latitude}
            hideControls
            decimalScale={7}
            {...form.getInputProps('location.latitude')}
          />
          <NumberInput
            label={locationFieldsTexts.longitude}
            hideControls
            decimalScale={7}
            {...form.getInputProps('location.longitude')}
          />
        </Group>
        <TextInput label={locationFieldsTexts.placeLabel} {...form.getInputProps('location.label')} />
      </Stack>
    </Fieldset>
  )
}

const { thing: texts } = strings
type ThingDrawerProps = { id: string | undefined; onClose: () => void; onDelete: (thing: AgentThing) => void }

export function ThingDrawer({ id, onClose, onDelete }: ThingDrawerProps) {
  const things = useSection('things')
  const usedIds = new Set(things.items?.map((thing) => thing.id))
  const editor = useItemEditor<'things', ThingForm>({
    section: 'things',
    id,
    formOf: toThingForm,
    itemOf: (form, before) => {
      const named = { ...form, id: form.id || createId(form.name, usedIds) }
      return toThing(named, before)
    },
    onSaved: () => id === undefined && onClose(),
  })
  const thing = things.items?.find((one) => one.id === id)
  return (
    <ItemDrawer
      title={thing?.name ?? strings.things.newTitle}
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
      <TextInput label={texts.name} required data-autofocus {...form.getInputProps('name')} />
      <TextInput
        label={strings.drawer.id}
        description={isNew ? strings.drawer.idHelp : undefined}
        readOnly={!isNew}
        {...form.getInputProps('id')}
      />
      <Textarea
        label={texts.description}
        description={texts.descriptionHelp}
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
      {url && <Picture url={url} alt={strings.things.pictureOf(name)} size={220} height={140} />}
      <Select
        label={texts.media}
        description={texts.mediaHelp}
        data={known ? choices : [...choices, { value: chosen, label: chosen }]}
        searchable
        clearable
        {...form.getInputProps('media')}
      />
      <TextInput label={texts.imageUrl} {...form.getInputProps('imageUrl')} />
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
      <TextInput label={texts.productPageUrl} {...form.getInputProps('productPageUrl')} />
      <MultiSelect
        label={texts.collections}
        data={[...choices, ...strangers.map((id) => ({ value: id, label: id }))]}
        searchable
        {...form.getInputProps('collections')}
      />
      <ThingActionFields editor={editor} />
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
