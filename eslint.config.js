/*
What ESLint asks of every program: its own recommended rules, and the strict ones of typescript-eslint,
which know types from the same JSDoc as `tsc`. What differs from them says why.
*/
import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig(
  // What is generated or installed, under whatever name: environments lie in folders with a dot.
  { ignores: ["**/.*/", "public/", "resources/", "review/", "data/"] },
  js.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: ["static/js/tsconfig.json", "scripts/charts/tsconfig.json"], tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
      "@typescript-eslint/prefer-nullish-coalescing": ["error", {
        // Where an empty text or a zero is as good as nothing, `||` is what is meant.
        ignorePrimitives: { string: true, number: true },
      }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      // Properties of elements that a program owns are its own to assign, whenever it gets to it.
      "require-atomic-updates": ["error", { allowProperties: true }],
      // A number in a text reads as what it is.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // tsc knows which names there are, in a browser and under Node.
      "no-undef": "off",
    },
  },
  // This file is of neither program.
  { files: ["eslint.config.js"], extends: [tseslint.configs.disableTypeChecked] },
);
