import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { strings } from '#i18n/admin.ts'
import { useCan, useOrg } from '../../../app/current-org.ts'
import { CopyField } from '../../../components/CopyField.tsx'
import { EditorFrame } from '../../../components/editor/EditorFrame.tsx'
import { useEditor } from '../../../components/editor/useEditor.ts'
import { listTimeZones } from '../../../components/times.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'

const { org: texts } = strings
type OrgForm = { name: string; description: string; timeZone: string | null }

export function OrgPage() {
  const org = useOrg()
  const queries = useQueryClient()
  const editor = useEditor<OrgForm>({
    key: org.key('settings'),
    role: 'admin',
    read: (signal) => org.api.raw('GET', '', { signal }),
    write: ({ name, description, timeZone }, headers) =>
      org.api.raw('PATCH', '', { body: { name, description: description.trim() || null, timeZone }, headers }),
    toForm: ({ name, description = '', timeZone }: Schema<'Org'>) => ({
      name,
      description,
      timeZone: timeZone ?? null,
    }),
    onSaved: () => void queries.invalidateQueries({ queryKey: ['me', org.id] }),
  })
  const { form } = editor
  const mayChange = useCan('admin')
  return (
    <SettingsFrame>
      <EditorFrame editor={editor}>
        <Stack maw={520}>
          {!mayChange && <Text size="sm">{texts.adminsOnly}</Text>}
          <TextInput label={texts.name} required {...form.getInputProps('name')} />
          <Textarea
            label={texts.description}
            description={texts.descriptionHelp}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
          <TimeZoneField {...form.getInputProps('timeZone')} disabled={!mayChange} />
          <CopyField label={texts.id} description={texts.idHelp} value={org.id} />
        </Stack>
      </EditorFrame>
    </SettingsFrame>
  )
}

type FieldProps = { value?: string | null; onChange?: (value: string | null) => void; disabled: boolean }

function TimeZoneField({ value = null, ...input }: FieldProps) {
  const zones = useMemo(() => [...new Set([...listTimeZones(), ...(value ? [value] : [])])], [value])
  return (
    <Select
      label={texts.timeZone}
      description={texts.timeZoneHelp}
      placeholder={texts.noTimeZone}
      data={zones}
      value={value}
      searchable
      clearable
      limit={100}
      nothingFoundMessage={texts.noSuchZone}
      {...input}
    />
  )
}
