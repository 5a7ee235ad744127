import { ActionIcon, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/emulator.ts'
import type { PersonaFormState } from './PersonaDialog.tsx'

const { form: told } = strings

export function PersonaCustomFields({ form }: { form: PersonaFormState }) {
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {told.custom}
      </Text>
      {form.values.customFields.map(({ key }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field that is being named has no other name
        <Group key={place} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput flex={1} label={told.key} {...form.getInputProps(`customFields.${place}.key`)} />
          <TextInput flex={1} label={told.value} {...form.getInputProps(`customFields.${place}.value`)} />
          <Remove label={told.removeCustom(key)} onClick={() => form.removeListItem('customFields', place)} />
        </Group>
      ))}
      <Add label={told.addCustom} onClick={() => form.insertListItem('customFields', { key: '', value: '' })} />
    </Stack>
  )
}

const roles = ['user', 'assistant'] as const

/** What was said before; who speaks next is likely the other. */
export function HistoryFields({ form }: { form: PersonaFormState }) {
  const { historySeed } = form.values
  const next = historySeed.at(-1)?.role === 'user' ? 'assistant' : 'user'
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {told.history}{' '}
        <Text span size="sm" fw={400} className="quiet">
          {told.historyHint}
        </Text>
      </Text>
      {historySeed.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
        <Group key={place} gap="xs" align="flex-end" wrap="nowrap">
          <Select
            w={110}
            label={told.role}
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: told.roles[value] }))}
            {...form.getInputProps(`historySeed.${place}.role`)}
          />
          <Textarea flex={1} label={told.content} autosize {...form.getInputProps(`historySeed.${place}.content`)} />
          <Remove label={told.removeLine(place + 1)} onClick={() => form.removeListItem('historySeed', place)} />
        </Group>
      ))}
      <Add label={told.addLine} onClick={() => form.insertListItem('historySeed', { role: next, content: '' })} />
    </Stack>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" size={36} aria-label={label} onClick={onClick}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}

function Add({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Group>
      <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={onClick}>
        {label}
      </Button>
    </Group>
  )
}
