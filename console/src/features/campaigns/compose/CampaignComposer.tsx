import { Stack, Stepper } from '@mantine/core'
import { strings } from '#i18n/campaigns.ts'
import { useCan } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import type { Campaign } from '../campaign.ts'
import { type ComposerStep, composerSteps } from '../campaign-search.ts'
import { CampaignChecks } from '../checks/CampaignChecks.tsx'
import { AudienceStep } from './AudienceStep.tsx'
import type { CampaignDraft } from './campaign-draft.ts'
import { OutreachStep } from './OutreachStep.tsx'
import { RehearsalStep } from './RehearsalStep.tsx'
import { StartStep } from './StartStep.tsx'
import { useCampaignDraft } from './useCampaignDraft.ts'

type CampaignComposerProps = {
  campaign: Campaign | undefined
  initial: CampaignDraft
  step: ComposerStep
  onStep: (step: ComposerStep) => void
}

/** A campaign on its way to the start, step by step. */
export function CampaignComposer({ campaign, initial, step, onStep }: CampaignComposerProps) {
  const readOnly = !useCan('editor')
  const draft = useCampaignDraft(campaign, initial)
  const { form, saving } = draft
  const active = composerSteps.indexOf(step)
  return (
    <Stack>
      <nav aria-label={strings.steps.label}>
        <Stepper active={active} onStepClick={(at) => onStep(composerSteps[at] ?? step)} size="sm" iconSize={30}>
          {composerSteps.map((one, at) => (
            <Stepper.Step
              key={one}
              label={strings.steps[one]}
              allowStepSelect={campaign !== undefined || at < 2}
              aria-current={one === step ? 'step' : undefined}
            />
          ))}
        </Stepper>
      </nav>
      {saving.error && active < 2 && <RefusalSummary error={saving.error} />}
      {step === 'outreach' && <OutreachStep form={form} readOnly={readOnly} onNext={() => onStep('audience')} />}
      {step === 'audience' && <AudienceStep draft={draft} campaign={campaign} readOnly={readOnly} onStep={onStep} />}
      {campaign && step === 'checks' && <CampaignChecks campaign={campaign} onStep={onStep} />}
      {campaign && step === 'rehearse' && <RehearsalStep campaign={campaign} onStep={onStep} />}
      {campaign && step === 'start' && <StartStep campaign={campaign} onStep={onStep} />}
    </Stack>
  )
}
