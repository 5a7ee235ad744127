import { ActionIcon, Button, Fieldset, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { thingActionKinds } from '@parley/definition/vocabulary'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { strings } from '#i18n/knowledge.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { blankAction, maxActions, type ThingForm } from './thing-form.ts'

const { thing: texts } = strings
export type ThingEditor = Editor<ThingForm>
const kinds = thingActionKinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }))

export function ThingActionFields({ editor: { form, readOnly } }: { editor: ThingEditor }) {
  const { actions } = form.getValues()
  return (
    <Fieldset legend={texts.actions}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {texts.actionsHelp}
        </Text>
        {actions.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies buttons
          <ActionRow key={at} at={at} editor={{ form, readOnly }} />
        ))}
        {actions.length < maxActions && !readOnly && (
          <AddRow label={texts.addAction} onClick={() => form.insertListItem('actions', { ...blankAction })} />
        )}
      </Stack>
    </Fieldset>
  )
}

type RowProps = { at: number; editor: Pick<ThingEditor, 'form' | 'readOnly'> }

function ActionRow({ at, editor: { form, readOnly } }: RowProps) {
  const field = (name: string) => form.getInputProps(`actions.${at}.${name}`)
  const kind = form.getValues().actions[at]?.kind
  return (
    <Paper withBorder p="sm" role="group" aria-label={texts.action(at + 1)}>
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap">
          <TextInput label={texts.label} maxLength={25} flex={1} {...field('label')} />
          {!readOnly && <RemoveIcon what={texts.action(at + 1)} onClick={() => form.removeListItem('actions', at)} />}
        </Group>
        <Select label={texts.kind} data={kinds} allowDeselect={false} {...field('kind')} />
        {kind === 'url' && <TextInput label={texts.url} {...field('url')} />}
        {kind === 'dial' && <TextInput label={texts.phone} {...field('phone')} />}
        {kind === 'reply' && (
          <TextInput label={texts.value} description={texts.valueHelp} maxLength={200} {...field('value')} />
        )}
      </Stack>
    </Paper>
  )
}

export function MetadataFields({ editor: { form, readOnly } }: { editor: ThingEditor }) {
  const { metadata } = form.getValues()
  return (
    <Fieldset legend={texts.metadata}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {texts.metadataHelp}
        </Text>
        {metadata.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the name changes while the user types it
          <Group key={at} align="flex-end" wrap="nowrap" role="group" aria-label={texts.metadataNth(at + 1)}>
            <TextInput label={texts.key} flex={1} {...form.getInputProps(`metadata.${at}.key`)} />
            <TextInput label={texts.metadataValue} flex={1} {...form.getInputProps(`metadata.${at}.value`)} />
            {!readOnly && (
              <RemoveIcon what={texts.metadataNth(at + 1)} onClick={() => form.removeListItem('metadata', at)} />
            )}
          </Group>
        ))}
        {!readOnly && (
          <AddRow label={texts.addMetadata} onClick={() => form.insertListItem('metadata', { key: '', value: '' })} />
        )}
      </Stack>
    </Fieldset>
  )
}

function AddRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={onClick}
      style={{ alignSelf: 'flex-start' }}
    >
      {label}
    </Button>
  )
}

function RemoveIcon({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <ActionIcon variant="default" size="input-sm" aria-label={texts.remove(what)} onClick={onClick}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}
