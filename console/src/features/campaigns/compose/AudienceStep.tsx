import { Button, Fieldset, SegmentedControl, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/campaigns.ts'
import { type CurrentAgent, useAgent } from '../../../app/current-org.ts'
import { StepActions } from '../../../components/FormActions.tsx'
import { toPeopleQuery } from '../../outreach/shared/people-filter.ts'
import type { Campaign } from '../campaign.ts'
import type { ComposerStep } from '../campaign-search.ts'
import { AudienceFields } from './AudienceFields.tsx'
import { type AudienceKind, audienceKinds, type CampaignDraft, toAudience } from './campaign-draft.ts'
import type { useCampaignDraft } from './useCampaignDraft.ts'

const page = 200

/** Audience size, as far as it is known before the checks. */
function AudienceCount({ draft }: { draft: CampaignDraft }) {
  const agent = useAgent()
  const [audienceJson] = useDebouncedValue(JSON.stringify(toAudience(draft)), 400)
  const { data, isFetching } = useQuery({
    queryKey: agent.key('audience-count', audienceJson),
    queryFn: ({ signal }) => countAudience(agent, JSON.parse(audienceJson) as Audience, signal),
    retry: false,
  })
  return (
    <Text size="sm" fw={500} role="status">
      {data ?? (isFetching && compose.counting)}
    </Text>
  )
}

type Audience = ReturnType<typeof toAudience>

async function countAudience({ api }: CurrentAgent, audience: Audience, signal: AbortSignal): Promise<string> {
  const { segmentId, filter, importBatchId, personIds, personaIds } = audience
  const named = personIds ?? personaIds
  if (named) return named.length > 0 ? compose.counted(named.length) : ''
  if (segmentId) {
    const { count } = await api.get('/segments/{segmentId}/count', { path: { segmentId }, signal })
    return compose.counted(count)
  }
  const query = importBatchId ? { importBatchId } : filter && toPeopleQuery(filter)
  if (!query) return filter ? compose.later : ''
  const { data, nextPageToken } = await api.get('/people', { query: { ...query, limit: page }, signal })
  return nextPageToken ? compose.atLeast(page) : compose.counted(data.length)
}

const { compose } = strings
const forms = audienceKinds.map((value) => ({ value, label: compose.forms[value] }))

type AudienceStepProps = {
  draft: ReturnType<typeof useCampaignDraft>
  campaign: Campaign | undefined
  readOnly: boolean
  onStep: (step: ComposerStep) => void
}

/** Chooses the audience, then starts the checks. */
export function AudienceStep({ draft: { form, dirty, saving }, campaign, readOnly, onStep }: AudienceStepProps) {
  const isChecked = campaign?.status === 'staged' && !dirty
  const { audienceKind: chosen } = form.getValues()
  const choose = (value: string) => {
    saving.reset()
    form.clearErrors()
    form.setFieldValue('audienceKind', value as AudienceKind)
  }
  return (
    <Stack>
      <Fieldset legend={compose.audience} disabled={readOnly}>
        <Stack>
          <SegmentedControl
            aria-label={compose.audience}
            data={forms}
            value={chosen}
            onChange={choose}
            visibleFrom="sm"
          />
          <SegmentedControl
            aria-label={compose.audience}
            data={forms}
            value={chosen}
            orientation="vertical"
            fullWidth
            onChange={choose}
            hiddenFrom="sm"
          />
          <AudienceFields form={form} readOnly={readOnly} />
          <AudienceCount draft={form.getValues()} />
        </Stack>
      </Fieldset>
      <StepActions
        back={
          <Button variant="default" onClick={() => onStep('outreach')}>
            {strings.back}
          </Button>
        }
      >
        {!readOnly && dirty && (
          <Button variant="default" onClick={() => saving.mutate({ check: false })} loading={saving.isPending}>
            {compose.unsavedDraft}
          </Button>
        )}
        {isChecked || readOnly ? (
          <Button onClick={() => onStep('checks')} disabled={!campaign}>
            {strings.next}
          </Button>
        ) : (
          <Button onClick={() => saving.mutate({ check: true })} loading={saving.isPending}>
            {campaign?.status === 'staged' ? compose.checkAgain : compose.check}
          </Button>
        )}
      </StepActions>
    </Stack>
  )
}
