import { Stack, Stepper } from '@mantine/core'
import { words } from '#words/campaigns.ts'
import { useCan } from '../../../app/org.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import type { Campaign } from '../campaign.ts'
import { Checks } from '../checks/Checks.tsx'
import { type Step, steps } from '../search.ts'
import { AudienceStep } from './AudienceStep.tsx'
import type { Draft } from './draft.ts'
import { OutreachStep } from './OutreachStep.tsx'
import { Rehearse } from './Rehearse.tsx'
import { StartStep } from './StartStep.tsx'
import { useDraft } from './useDraft.ts'

type Given = { campaign: Campaign | undefined; initial: Draft; step: Step; onStep: (step: Step) => void }

/** A campaign on its way to the start, step by step. */
export function Composer({ campaign, initial, step, onStep }: Given) {
  const readOnly = !useCan('editor')
  const draft = useDraft(campaign, initial)
  const { form, saving } = draft
  const active = steps.indexOf(step)
  return (
    <Stack>
      <nav aria-label={words.steps.label}>
        <Stepper active={active} onStepClick={(at) => onStep(steps[at] ?? step)} size="sm" iconSize={30}>
          {steps.map((one, at) => (
            <Stepper.Step
              key={one}
              label={words.steps[one]}
              allowStepSelect={campaign !== undefined || at < 2}
              aria-current={one === step ? 'step' : undefined}
            />
          ))}
        </Stepper>
      </nav>
      {saving.error && active < 2 && <Refusal error={saving.error} />}
      {step === 'outreach' && <OutreachStep form={form} readOnly={readOnly} onNext={() => onStep('audience')} />}
      {step === 'audience' && <AudienceStep draft={draft} campaign={campaign} readOnly={readOnly} onStep={onStep} />}
      {campaign && step === 'checks' && <Checks campaign={campaign} onStep={onStep} />}
      {campaign && step === 'rehearse' && <Rehearse campaign={campaign} onStep={onStep} />}
      {campaign && step === 'start' && <StartStep campaign={campaign} onStep={onStep} />}
    </Stack>
  )
}
