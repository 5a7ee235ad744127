import { Select, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/campaigns.ts'
import { strings as outreachWords } from '#i18n/outreach.ts'
import { useAgent } from '../../../app/current-org.ts'
import { formatRelative } from '../../../components/Timestamp.tsx'
import { FilterEditor } from '../../outreach/shared/FilterEditor.tsx'
import { toSelectOptions } from '../../outreach/shared/outreach-config.ts'
import { PersonasPicker } from '../../outreach/shared/PersonaPicker.tsx'
import { PeoplePicker } from '../../outreach/shared/PersonPicker.tsx'
import type { CampaignDraftForm } from './useCampaignDraft.ts'

const { compose } = strings

export function AudienceFields({ form, readOnly }: { form: CampaignDraftForm; readOnly: boolean }) {
  const { audienceKind: chosen, filter, personIds, personaIds } = form.getValues()
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

function SegmentField({ form }: { form: CampaignDraftForm }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('segments', 'names'),
    queryFn: async ({ signal }) => (await agent.api.get('/segments', { query: { limit: 200 }, signal })).data,
  })
  return (
    <Stack gap="xs">
      <Select
        label={compose.segment}
        data={toSelectOptions(data, form.getValues().segmentId, outreachWords.deleted)}
        searchable
        allowDeselect={false}
        {...form.getInputProps('segmentId')}
      />
      {data?.length === 0 && <Text size="sm">{compose.noSegments}</Text>}
    </Stack>
  )
}

function ImportField({ form }: { form: CampaignDraftForm }) {
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
      name: compose.importSummary(rows, formatRelative(new Date(createdAt), now)),
    }))
  return (
    <Stack gap="xs">
      <Select
        label={compose.import}
        data={toSelectOptions(imports, form.getValues().importBatchId, outreachWords.deleted)}
        searchable
        allowDeselect={false}
        {...form.getInputProps('importBatchId')}
      />
      {imports?.length === 0 && <Text size="sm">{compose.noImports}</Text>}
    </Stack>
  )
}
