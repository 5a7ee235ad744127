import { words } from '#words/agent.ts'
import { LintedAlone, PartFrame } from '../../../parts/section/PartFrame.tsx'
import { usePart } from '../../../parts/section/usePart.ts'
import { TextList } from '../fields/TextList.tsx'

const { instructions } = words
const most = 20
const longest = 300

type Form = { standingInstructions: string[] }

const shown = ({ data }: { data: string[] }): Form => ({ standingInstructions: data })
const same = (form: Form) => form

export function InstructionsPart() {
  const part = usePart({ path: '/standing-instructions', shown, sent: same, sections: same })
  const { form, readOnly, ready } = part.editor
  return (
    <PartFrame part={part} section="document" title={words.parts.instructions} lead={instructions.lead}>
      {ready && (
        <>
          <LintedAlone path="standingInstructions" />
          <TextList
            form={form}
            path="standingInstructions"
            documentPath="standingInstructions"
            label={words.parts.instructions}
            description={instructions.help(form.values.standingInstructions.length, most)}
            entryName={instructions.entry}
            add={instructions.add}
            values={form.values.standingInstructions}
            most={most}
            longest={longest}
            readOnly={readOnly}
          />
        </>
      )}
    </PartFrame>
  )
}
