import {
  Autocomplete,
  Button,
  Group,
  MultiSelect,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { bindablePersonFields, type FlowSlot, slotPredicates, slotTypes } from '@parley/definition'
import { IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/flow.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'

const { slots: texts } = strings

type Props = { studio: FlowEditorState; slot: FlowSlot; change: (slot: FlowSlot) => void; remove: () => void }

export function SlotFields({ studio, slot, change, remove }: Props) {
  const set = (changes: Partial<FlowSlot>) => change(without({ ...slot, ...changes }))
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.slotName}
        value={slot.name}
        onChange={({ currentTarget: { value } }) => value !== '' && set({ name: value })}
      />
      <Select
        label={texts.type}
        data={slotTypes.map((value) => ({ value, label: texts.types[value] }))}
        allowDeselect={false}
        value={slot.type}
        onChange={(type) => type && set({ type: type as FlowSlot['type'] })}
      />
      <Textarea
        label={texts.prompt}
        description={texts.promptHint}
        autosize
        value={slot.prompt ?? ''}
        onChange={(event) => set({ prompt: event.currentTarget.value || undefined })}
      />
      <Choices studio={studio} slot={slot} set={set} />
      <LocationChoices studio={studio} slot={slot} set={set} />
      <Checks studio={studio} slot={slot} set={set} />
      {!studio.readOnly && (
        <Button
          size="xs"
          variant="outline"
          color="red"
          w="fit-content"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={remove}
        >
          {texts.remove(slot.name)}
        </Button>
      )}
    </Stack>
  )
}

type SlotPartProps = Pick<Props, 'studio' | 'slot'> & { set: (changes: Partial<FlowSlot>) => void }

function Choices({ studio: { contentData }, slot, set }: SlotPartProps) {
  if (!['string', 'enum', 'timeslot'].includes(slot.type)) return null
  const sources = [
    { value: 'scheduling.offerTimes', label: texts.sourceTimes },
    { value: 'things', label: texts.sourceThings },
    ...contentData.collections.map(({ id, name }) => ({
      value: `collection:${id}`,
      label: texts.sourceCollection(name),
    })),
  ]
  const known = slot.source === undefined || sources.some(({ value }) => value === slot.source)
  return (
    <>
      {slot.type !== 'timeslot' && (
        <TagsInput
          label={texts.options}
          description={texts.optionsHint}
          value={slot.options ?? []}
          onChange={(options) => set({ options: options.length > 0 ? options : undefined })}
        />
      )}
      <Select
        label={texts.source}
        placeholder={texts.noSource}
        data={known ? sources : [...sources, { value: slot.source as string, label: slot.source as string }]}
        clearable
        value={slot.source ?? null}
        onChange={(source) => set({ source: source ?? undefined })}
      />
    </>
  )
}

/** Without a choice, all locations of the agent are offered. */
function LocationChoices({ studio: { references }, slot, set }: SlotPartProps) {
  if (slot.type !== 'location') return null
  const known = references.locations.map(({ id, name }) => ({ value: id, label: name }))
  const missing = (slot.options ?? []).filter((id) => !known.some(({ value }) => value === id))
  return (
    <MultiSelect
      label={texts.locations}
      description={texts.locationsHint}
      data={[...known, ...missing.map((id) => ({ value: id, label: id }))]}
      value={slot.options ?? []}
      onChange={(options) => set({ options: options.length > 0 ? options : undefined })}
    />
  )
}

function Checks({ studio: { references }, slot, set }: SlotPartProps) {
  const fields = [
    ...bindablePersonFields.map((field) => `person.${field}`),
    ...references.peopleFields.map(({ key }) => `person.customFields.${key}`),
  ]
  return (
    <>
      <Autocomplete
        label={texts.bind}
        description={texts.bindHint}
        placeholder={texts.noBind}
        data={fields}
        value={slot.bind ?? ''}
        onChange={(bind) => set({ bind: bind || undefined })}
      />
      <Autocomplete
        label={texts.validate}
        description={texts.validateHint}
        data={[...slotPredicates]}
        value={slot.validate ?? ''}
        onChange={(validate) => set({ validate: validate || undefined })}
      />
      <Group>
        <Switch
          label={texts.required}
          checked={slot.required !== false}
          onChange={(event) => set({ required: event.currentTarget.checked ? undefined : false })}
        />
        <Switch
          label={texts.confirm}
          checked={slot.confirm === true}
          onChange={(event) => set({ confirm: event.currentTarget.checked || undefined })}
        />
      </Group>
    </>
  )
}

/** Removes empty values. */
function without(slot: FlowSlot): FlowSlot {
  return Object.fromEntries(Object.entries(slot).filter(([, value]) => value !== undefined)) as FlowSlot
}
