import { Autocomplete, Button, Group, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { bindablePersonFields, type FlowSlot, slotPredicates, slotTypes } from '@parley/definition'
import { IconTrash } from '@tabler/icons-react'
import { words } from '#words/playbooks.ts'
import type { Studio } from '../useStudio.ts'

const { slots: said } = words

type Given = { studio: Studio; slot: FlowSlot; change: (slot: FlowSlot) => void; remove: () => void }

export function SlotFields({ studio, slot, change, remove }: Given) {
  const set = (changes: Partial<FlowSlot>) => change(without({ ...slot, ...changes }))
  return (
    <Stack gap="xs">
      <TextInput
        label={said.slotName}
        value={slot.name}
        onChange={({ currentTarget: { value } }) => value !== '' && set({ name: value })}
      />
      <Select
        label={said.type}
        data={slotTypes.map((value) => ({ value, label: said.types[value] }))}
        allowDeselect={false}
        value={slot.type}
        onChange={(type) => type && set({ type: type as FlowSlot['type'] })}
      />
      <Textarea
        label={said.prompt}
        description={said.promptHint}
        autosize
        value={slot.prompt ?? ''}
        onChange={(event) => set({ prompt: event.currentTarget.value || undefined })}
      />
      <Choices studio={studio} slot={slot} set={set} />
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
          {said.remove(slot.name)}
        </Button>
      )}
    </Stack>
  )
}

type PartGiven = Pick<Given, 'studio' | 'slot'> & { set: (changes: Partial<FlowSlot>) => void }

function Choices({ studio: { parts }, slot, set }: PartGiven) {
  if (!['string', 'enum', 'timeslot'].includes(slot.type)) return null
  const sources = [
    { value: 'scheduling.offerTimes', label: said.sourceTimes },
    { value: 'things', label: said.sourceThings },
    ...parts.collections.map(({ id, name }) => ({ value: `collection:${id}`, label: said.sourceCollection(name) })),
  ]
  const known = slot.source === undefined || sources.some(({ value }) => value === slot.source)
  return (
    <>
      {slot.type !== 'timeslot' && (
        <TagsInput
          label={said.options}
          description={said.optionsHint}
          value={slot.options ?? []}
          onChange={(options) => set({ options: options.length > 0 ? options : undefined })}
        />
      )}
      <Select
        label={said.source}
        placeholder={said.noSource}
        data={known ? sources : [...sources, { value: slot.source as string, label: slot.source as string }]}
        clearable
        value={slot.source ?? null}
        onChange={(source) => set({ source: source ?? undefined })}
      />
    </>
  )
}

function Checks({ studio: { around }, slot, set }: PartGiven) {
  const fields = [
    ...bindablePersonFields.map((field) => `person.${field}`),
    ...around.peopleFields.map(({ key }) => `person.customFields.${key}`),
  ]
  return (
    <>
      <Autocomplete
        label={said.bind}
        description={said.bindHint}
        placeholder={said.noBind}
        data={fields}
        value={slot.bind ?? ''}
        onChange={(bind) => set({ bind: bind || undefined })}
      />
      <Autocomplete
        label={said.validate}
        description={said.validateHint}
        data={[...slotPredicates]}
        value={slot.validate ?? ''}
        onChange={(validate) => set({ validate: validate || undefined })}
      />
      <Group>
        <Switch
          label={said.required}
          checked={slot.required !== false}
          onChange={(event) => set({ required: event.currentTarget.checked ? undefined : false })}
        />
        <Switch
          label={said.confirm}
          checked={slot.confirm === true}
          onChange={(event) => set({ confirm: event.currentTarget.checked || undefined })}
        />
      </Group>
    </>
  )
}

/** What is not said is not there. */
function without(slot: FlowSlot): FlowSlot {
  return Object.fromEntries(Object.entries(slot).filter(([, value]) => value !== undefined)) as FlowSlot
}
