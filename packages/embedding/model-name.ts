/** The name of the model, with the form of its numbers: vectors of another one cannot be compared with its own. */
export const modelName = 'all-MiniLM-L6-v2-int8';
