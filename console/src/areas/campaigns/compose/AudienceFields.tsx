import { Select, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/campaigns.ts'
import { words as outreachWords } from '#words/outreach.ts'
import { useAgent } from '../../../app/org.ts'
import { shortly } from '../../../parts/When.tsx'
import { choicesOf } from '../../outreach/shared/configuration.ts'
import { FilterEditor } from '../../outreach/shared/FilterEditor.tsx'
import { PersonasPicker } from '../../outreach/shared/PersonaPicker.tsx'
import { PeoplePicker } from '../../outreach/shared/PersonPicker.tsx'
import type { DraftForm } from './useDraft.ts'

const { compose } = words

/** The fields of the form of audience that was chosen. */
export function AudienceFields({ form, readOnly }: { form: DraftForm; readOnly: boolean }) {
  const { form: chosen, filter, personIds, personaIds } = form.getValues()
  if (chosen === 'segmentId') return <SegmentField form={form} />
  if (chosen === 'importBatchId') return <ImportField form={form} />
  if (chosen === 'personaIds') {
    return (
      <PersonasPicker
        value={personaIds}
        onChange={(ids) => form.setFieldValue('personaIds', ids)}
        error={form.errors.personaIds}
      />
    )
  }
  if (chosen === 'filter') {
    return (
      <FilterEditor
        label={compose.filter}
        value={filter}
        onChange={(changed) => form.setFieldValue('filter', changed)}
        readOnly={readOnly}
        errorOf={(field) => form.errors[`filter.${field}`]}
      />
    )
  }
  return (
    <Stack>
      <PeoplePicker
        value={personIds}
        onChange={(ids) => form.setFieldValue('personIds', ids)}
        error={form.errors.personIds}
      />
      <Textarea
        label={compose.ids}
        description={compose.idsHint}
        autosize
        minRows={2}
        maxRows={10}
        {...form.getInputProps('pasted')}
      />
    </Stack>
  )
}

function SegmentField({ form }: { form: DraftForm }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('segments', 'names'),
    queryFn: async ({ signal }) => (await agent.api.get('/segments', { query: { limit: 200 }, signal })).data,
  })
  return (
    <Stack gap="xs">
      <Select
        label={compose.segment}
        data={choicesOf(data, form.getValues().segmentId, outreachWords.gone)}
        searchable
        allowDeselect={false}
        {...form.getInputProps('segmentId')}
      />
      {data?.length === 0 && <Text size="sm">{compose.noSegments}</Text>}
    </Stack>
  )
}

function ImportField({ form }: { form: DraftForm }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('imports', 'names'),
    queryFn: async ({ signal }) => (await agent.api.get('/people/imports', { query: { limit: 100 }, signal })).data,
  })
  const now = Date.now()
  const imports = data
    ?.filter(({ status, dryRun }) => status === 'done' && !dryRun)
    .map(({ importBatchId: id, rows, createdAt }) => ({
      id,
      name: compose.importSaid(rows, shortly(new Date(createdAt), now)),
    }))
  return (
    <Stack gap="xs">
      <Select
        label={compose.import}
        data={choicesOf(imports, form.getValues().importBatchId, outreachWords.gone)}
        searchable
        allowDeselect={false}
        {...form.getInputProps('importBatchId')}
      />
      {imports?.length === 0 && <Text size="sm">{compose.noImports}</Text>}
    </Stack>
  )
}
