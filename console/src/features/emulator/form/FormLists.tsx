import { ActionIcon, Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/emulator.ts'
import type { PersonaFormState } from './PersonaDialog.tsx'

const { form: texts } = strings

export function PersonaCustomFields({ form }: { form: PersonaFormState }) {
  return (
    <Stack gap="xs">
      <Text fw={600} size="sm">
        {texts.custom}
      </Text>
      {form.values.customFields.map(({ key }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a field that is being named has no other name
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput flex={1} label={texts.key} {...form.getInputProps(`customFields.${index}.key`)} />
          <TextInput flex={1} label={texts.value} {...form.getInputProps(`customFields.${index}.value`)} />
          <Remove label={texts.removeCustom(key)} onClick={() => form.removeListItem('customFields', index)} />
        </Group>
      ))}
      <Add label={texts.addCustom} onClick={() => form.insertListItem('customFields', { key: '', value: '' })} />
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
        {texts.history}{' '}
        <Text span size="sm" fw={400} className="quiet">
          {texts.historyHint}
        </Text>
      </Text>
      {historySeed.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line has no name but its place
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <Select
            w={110}
            label={texts.role}
            allowDeselect={false}
            data={roles.map((value) => ({ value, label: texts.roles[value] }))}
            {...form.getInputProps(`historySeed.${index}.role`)}
          />
          <Textarea flex={1} label={texts.content} autosize {...form.getInputProps(`historySeed.${index}.content`)} />
          <Remove label={texts.removeLine(index + 1)} onClick={() => form.removeListItem('historySeed', index)} />
        </Group>
      ))}
      <Add label={texts.addLine} onClick={() => form.insertListItem('historySeed', { role: next, content: '' })} />
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
