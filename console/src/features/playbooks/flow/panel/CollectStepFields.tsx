import { Stack, TagsInput } from '@mantine/core'
import { strings } from '#i18n/flow.ts'
import { replaceStep } from '../model/graph-edits.ts'
import { SlotList } from './SlotsPanel.tsx'
import type { StepFieldsProps } from './StepPanel.tsx'

const { step: texts } = strings

/**
 * The slots that the step asks for, with their questions and types. The user may enter a slot that does not exist yet:
 * the linter reports it.
 */
export function CollectStepFields({ studio, step, change }: StepFieldsProps<'collect'>) {
  const { graph } = studio.document
  const { slots } = graph.head
  const key = graph.nodes.find((node) => node.step === step)?.key ?? ''
  const names = [step.collect].flat()
  const withNames = (list: string[]) => ({ ...step, collect: list.length === 1 ? (list[0] as string) : list })
  return (
    <Stack gap="xs">
      <TagsInput
        label={texts.collect}
        description={texts.collectHint}
        data={slots.map(({ name }) => name)}
        value={names}
        onChange={(list) => list.length > 0 && change(withNames(list))}
      />
      <SlotList
        studio={studio}
        names={names}
        onAdd={(grown, name) => replaceStep(grown, key, withNames([...names, name]))}
      />
    </Stack>
  )
}
