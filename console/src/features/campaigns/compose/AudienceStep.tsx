import { Button, Fieldset, Group, SegmentedControl, Stack } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import type { Campaign } from '../campaign.ts'
import type { ComposerStep } from '../campaign-search.ts'
import { AudienceCount } from './AudienceCount.tsx'
import { AudienceFields } from './AudienceFields.tsx'
import { type AudienceKind, audienceKinds } from './campaign-draft.ts'
import type { useCampaignDraft } from './useCampaignDraft.ts'

const { compose } = strings
const forms = audienceKinds.map((value) => ({ value, label: compose.forms[value] }))

type AudienceStepProps = {
  draft: ReturnType<typeof useCampaignDraft>
  campaign: Campaign | undefined
  readOnly: boolean
  onStep: (step: ComposerStep) => void
}

/** To whom; then everybody is looked at. */
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
      <Group justify="space-between">
        <Button variant="default" onClick={() => onStep('outreach')}>
          {strings.back}
        </Button>
        <Group gap="xs">
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
        </Group>
      </Group>
    </Stack>
  )
}
