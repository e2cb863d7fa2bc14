/*
Answers questions about upgrades as their pages do, outside of a browser. Takes {rules, questions: [{lines, asked}]};
answers for each with {number, low, high, machines, nearest: ids, alike: of how many of these, sentence, command}.
*/
/** @import { UpgradeLines, UpgradeQuestion } from "../../../static/js/records.js" */
/** @import { Asked } from "../../../static/js/upgrade/answer.js" */
import { Answer, answerTo } from "../../../static/js/upgrade/answer.js";

/** @param {{rules: UpgradeQuestion, questions: {lines: UpgradeLines, asked: Asked}[]}} given */
export default function answer({ rules, questions }) {
  return questions.map(({ lines, asked }) => {
    const found = answerTo(rules, lines, asked);
    const said = new Answer(rules, found, asked, { older: "Older", newer: "Newer", storage: {} });
    const ratios = found.group.map(({ line }) => line.ratio);
    return {
      number: found.number?.ratio ?? null,
      low: ratios.length ? Math.min(...ratios) : null,
      high: ratios.length ? Math.max(...ratios) : null,
      machines: new Set(found.group.map(({ machine }) => machine.id)).size,
      nearest: found.nearest.map(({ machine }) => machine.id),
      alike: found.nearest.filter((near) => near.alike).length,
      sentence: `${said.number} ${said.sentence}`,
      notes: said.notes,
      words: said.machines.map(({ words }) => words),
      command: said.command("older", "newer"),
    };
  });
}
