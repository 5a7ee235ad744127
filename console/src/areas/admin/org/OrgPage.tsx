import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { words } from '#words/admin.ts'
import { useCan, useOrg } from '../../../app/org.ts'
import { CopyField } from '../../../parts/CopyField.tsx'
import { EditorFrame } from '../../../parts/editor/EditorFrame.tsx'
import { useEditor } from '../../../parts/editor/useEditor.ts'
import { timeZones } from '../../../parts/time-zones.ts'
import { SettingsFrame } from '../SettingsFrame.tsx'

const { org: said } = words
type OrgForm = { name: string; description: string; timeZone: string | null }

/** Name, description and time zone of the org. */
export function OrgPage() {
  const org = useOrg()
  const queries = useQueryClient()
  const editor = useEditor<OrgForm>({
    key: org.key('settings'),
    role: 'admin',
    read: (signal) => org.api.raw('GET', '', { signal }),
    write: ({ name, description, timeZone }, headers) =>
      org.api.raw('PATCH', '', { body: { name, description: description.trim() || null, timeZone }, headers }),
    shown: ({ name, description = '', timeZone }: Schema<'Org'>) => ({ name, description, timeZone: timeZone ?? null }),
    after: () => void queries.invalidateQueries({ queryKey: ['me', org.id] }),
  })
  const { form } = editor
  const mayChange = useCan('admin')
  return (
    <SettingsFrame>
      <EditorFrame editor={editor}>
        <Stack maw={520}>
          {!mayChange && <Text size="sm">{said.whoMay}</Text>}
          <TextInput label={said.name} required {...form.getInputProps('name')} />
          <Textarea
            label={said.description}
            description={said.descriptionHelp}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
          <TimeZoneField {...form.getInputProps('timeZone')} disabled={!mayChange} />
          <CopyField label={said.id} description={said.idHelp} value={org.id} />
        </Stack>
      </EditorFrame>
    </SettingsFrame>
  )
}

type FieldGiven = { value?: string | null; onChange?: (value: string | null) => void; disabled: boolean }

function TimeZoneField({ value = null, ...input }: FieldGiven) {
  const zones = useMemo(() => [...new Set([...timeZones(), ...(value ? [value] : [])])], [value])
  return (
    <Select
      label={said.timeZone}
      description={said.timeZoneHelp}
      placeholder={said.noTimeZone}
      data={zones}
      value={value}
      searchable
      clearable
      limit={100}
      nothingFoundMessage={said.noSuchZone}
      {...input}
    />
  )
}
